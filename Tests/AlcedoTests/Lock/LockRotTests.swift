import AlcedoBase
import Foundation
import Testing

@testable import Alcedo

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite struct LockRotTests {
    /// Damage is a mistake with a place, or leaves a file whose every pin is a whole one: what it pins is compared with
    /// the bytes that come, so that none of it can become a wrong picture.
    @Test(.timeLimit(.minutes(15)), arguments: UInt64(1)...4)
    func aDamagedFileIsReadOrRefused(seed: UInt64) throws {
        var file = LockFile()
        for number in 0..<6 {
            file.pins["https://example.org/\(number).jpg"] = ContentPin(
                digest: ContentDigest(hashing: "\(number)"), bytes: number * 1000)
        }
        let whole = file.data
        var random = SeededGenerator(state: seed)
        func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
        var refused = 0
        for _ in 0..<250 {
            var data = whole
            let place = next(data.count)
            switch next(6) {
            case 0: data[place] ^= UInt8(1 << next(8))
            case 1: data = data.prefix(place)
            case 2: data.append(contentsOf: whole.prefix(place))
            case 3: data[place..<min(place + 1 + next(64), data.count)] = Data(count: next(64))
            case 4: data[place] = UInt8(next(256))
            default: data.swapAt(place, next(data.count))
            }
            do {
                let read = try LockFile(Data(data), shown: "images.lock")
                #expect(read.pins.values.allSatisfy { $0.bytes >= 0 })
                // What is read is written and read again as the same.
                #expect(try LockFile(read.data, shown: "images.lock") == read)
            } catch let error as ManifestMistakes {
                refused += 1
                #expect(!error.diagnostics.isEmpty)
                for diagnostic in error.diagnostics {
                    #expect(diagnostic.location?.file == "images.lock")
                    #expect(!diagnostic.message.contains("\n"))
                }
            }
        }
        // Most places are syntax or a digest.
        #expect(refused > 100)
    }

    @Test(.timeLimit(.minutes(15)), arguments: ["directory", "pipe", "loop", "nowhere"])
    func whatIsNoFileIsAMistakeAndNobodyWaitsForIt(kind: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/images.lock"
        switch kind {
        case "directory":
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        case "pipe": #expect(mkfifo(path, 0o600) == 0)
        case "loop": try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
        default:
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/nowhere/at/all")
        }
        do {
            let read = try LockFile(path: path, shown: "images.lock")
            #expect(kind == "nowhere" && read.pins.isEmpty)
        } catch let error as ManifestMistakes {
            #expect(kind != "nowhere")
            #expect(error.description.hasPrefix("images.lock:1:1: error: the lock file cannot be read: "))
        }
    }
}
