import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CVipsShims

/// The memory use of this process, as reported by the system.
enum ProcessMemory {
    /// The address space in use, in bytes; 0 if the system does not report it.
    static var addressSpace: Int { pages(0) }

    /// The resident memory in bytes; 0 if the system does not report it.
    static var resident: Int { pages(1) }

    /// Returns unused memory to the system, if there may be enough of it.
    ///
    /// - Returns: The resident memory afterwards, in bytes.
    static func tidied() -> Int {
        if resident > worthTidying { alcedo_give_back_memory() }
        return resident
    }

    private static let worthTidying = 256_000_000

    private static func pages(_ column: Int) -> Int {
        #if os(Linux)
            let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return 0 }
            defer { close(file) }
            var buffer = [UInt8](repeating: 0, count: 128)
            let count = read(file, &buffer, buffer.count)
            guard count > 0 else { return 0 }
            let words = buffer[..<count].split(separator: UInt8(ascii: " "))
            guard words.count > column, let pages = Int(String(decoding: words[column], as: UTF8.self)) else {
                return 0
            }
            return pages * Int(getpagesize())
        #else
            return 0
        #endif
    }
}
