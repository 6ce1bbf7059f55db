import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Random damage to one of several files.
enum Mutation: CaseIterable {
    case flip, truncate, extend, zero, swap, folder, link, pipe, remove

    /// Does it to the file at `path`. What is not a regular file, from an earlier mutation, is replaced by nothing.
    func happen(to path: String, or other: String, _ random: inout SeededGenerator) throws {
        let manager = FileManager.default
        let url = URL(fileURLWithPath: path)
        guard isFile(path), isFile(other), case var bytes = try Data(contentsOf: url), !bytes.isEmpty else {
            if exists(path) { try manager.removeItem(atPath: path) }
            return
        }
        let offset = Int.random(in: 0..<bytes.count, using: &random)
        if self == .swap {
            guard path != other else { return }
            try manager.moveItem(atPath: other, toPath: path + "-aside")
            try manager.moveItem(atPath: path, toPath: other)
            return try manager.moveItem(atPath: path + "-aside", toPath: path)
        }
        try manager.removeItem(atPath: path)
        switch self {
        case .flip:
            bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            try bytes.write(to: url)
        case .truncate: try bytes.prefix(offset).write(to: url)
        case .extend:
            try (bytes + Data(repeating: UInt8(offset & 255), count: 1 + offset)).write(to: url)
        case .zero:
            // The byte may be zero already, so its neighbour is changed as well.
            bytes.replaceSubrange(offset..., with: Data(count: bytes.count - offset))
            bytes[0] ^= 255
            try bytes.write(to: url)
        case .folder:
            try manager.createDirectory(atPath: path + "/inner", withIntermediateDirectories: true)
        case .link: try manager.createSymbolicLink(atPath: path, withDestinationPath: other)
        case .pipe:
            guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        case .remove, .swap: break
        }
    }

    private func isFile(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
