import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Unintended changes of a file.
enum Rot: String, CaseIterable, CustomTestStringConvertible {
    case flippedBit, cutShort, emptied, extended, zeroed, folder, fullFolder, linkToOther, linkToNothing
    case linkToSame, linkToFolder, hugeAndEmpty, pipe

    var testDescription: String { rawValue }

    /// Does it to the file at `path`.
    func happen(to path: String) throws {
        let url = URL(fileURLWithPath: path)
        var bytes = try Data(contentsOf: url)
        let manager = FileManager.default
        try manager.removeItem(atPath: path)
        switch self {
        case .flippedBit:
            bytes[bytes.count / 2] ^= 0x10
            try bytes.write(to: url)
        case .cutShort: try bytes.dropLast(1).write(to: url)
        case .emptied: try Data().write(to: url)
        case .extended: try (bytes + [0]).write(to: url)
        case .zeroed: try Data(count: bytes.count).write(to: url)
        case .folder: try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
        case .fullFolder:
            try manager.createDirectory(atPath: path + "/inner", withIntermediateDirectories: true)
            try bytes.write(to: URL(fileURLWithPath: path + "/inner/file"))
        case .linkToOther:
            try Data("something else".utf8).write(to: URL(fileURLWithPath: path + "-target"))
            try manager.createSymbolicLink(atPath: path, withDestinationPath: path + "-target")
        case .linkToSame:
            // The right bytes, but not the cache's: their owner may change them at any time.
            try bytes.write(to: URL(fileURLWithPath: path + "-same"))
            try manager.createSymbolicLink(atPath: path, withDestinationPath: path + "-same")
        case .hugeAndEmpty:
            // A length that no memory can hold, and not one block on the disk.
            try Data().write(to: url)
            guard truncate(path, 1 << 40) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        case .linkToNothing: try manager.createSymbolicLink(atPath: path, withDestinationPath: path + "-none")
        case .linkToFolder: try manager.createSymbolicLink(atPath: path, withDestinationPath: "/")
        case .pipe:
            guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        }
    }
}
