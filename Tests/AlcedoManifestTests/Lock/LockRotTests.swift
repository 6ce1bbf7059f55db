import AlcedoBase
import AlcedoLoading
import AlcedoRecipes
import Foundation
import Testing

@testable import AlcedoManifest

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
    @Test(.timeLimit(.minutes(60)), arguments: UInt64(1)...4)
    func aDamagedFileIsReadOrRefused(seed: UInt64) throws {
        var file = LockFile()
        for number in 0..<6 {
            file.pins["https://example.org/\(number).jpg"] = ContentPin(
                digest: ContentDigest(hashing: "\(number)"), bytes: number * 1000)
        }
        let whole = file.data
        var random = SeededGenerator(seed: seed)
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
            guard let read = Self.read(Data(data)) else {
                refused += 1
                continue
            }
            #expect(read.pins.values.allSatisfy { $0.bytes >= 0 })
            // Values are written and read back unchanged.
            #expect(Self.read(read.data) == read)
        }
        // Most places are syntax or a digest.
        #expect(refused > 100)
    }

    @Test(.timeLimit(.minutes(60)), arguments: ["directory", "pipe", "loop", "nowhere"])
    func aPathThatIsNotAFileIsAMistakeWithoutAWait(kind: String) throws {
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
        let complaint = Self.complaint { try LockFile(path: path, shown: "images.lock") }
        #expect((complaint == nil) == (kind == "nowhere"))
        if let complaint {
            #expect(complaint.hasPrefix("images.lock:1:1: error: the lock file cannot be read: "))
        }
    }

    /// The result, or `nil` after errors that all have their places.
    private static func read(_ data: Data) -> LockFile? {
        var file: LockFile?
        let complaint = complaint {
            let read = try LockFile(data, shown: "images.lock")
            file = read
            return read
        }
        for line in complaint?.split(separator: "\n") ?? [] { #expect(line.hasPrefix("images.lock:")) }
        return file
    }

    /// The message about a file, if any.
    private static func complaint(_ body: () throws -> LockFile) -> String? {
        do {
            _ = try body()
            return nil
        } catch {
            return String(describing: error)
        }
    }
}
