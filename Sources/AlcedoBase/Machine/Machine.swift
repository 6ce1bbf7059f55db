import CAlcedoSystem
import Foundation

/// What there is to work with: the machine's, or what the container leaves of it.
public enum Machine {
    /// How many threads can run at the same time, at least 1.
    public static let cores: Int = {
        let allowed = Int(alcedo_usable_processors())
        let online = allowed > 0 ? allowed : ProcessInfo.processInfo.activeProcessorCount
        return max(1, min(online, ControlGroup.ofProcess.cores ?? online))
    }()

    /// Bytes of memory, whoever uses them now.
    public static let memory: Int = {
        let physical = Int(clamping: ProcessInfo.processInfo.physicalMemory)
        return min(physical, ControlGroup.ofProcess.memory ?? physical)
    }()

    /// Gives memory that was freed back to the system. The allocator keeps it otherwise, for what comes next.
    package static func returnMemory() {
        alcedo_return_memory()
    }
}
