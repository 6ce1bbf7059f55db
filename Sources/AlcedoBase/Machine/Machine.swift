import CAlcedoSystem

/// The resources of the machine, or the part that the container may use.
public enum Machine {
    /// The number of threads that can run at the same time, at least 1.
    public static let cores: Int = {
        let allowed = Int(alcedo_usable_processors())
        let online = allowed > 0 ? allowed : ProcessInfo.processInfo.activeProcessorCount
        return max(1, min(online, ControlGroup.ofProcess.cores ?? online))
    }()

    /// The memory in bytes, whether free or in use.
    public static let memory: Int = {
        let physical = Int(clamping: ProcessInfo.processInfo.physicalMemory)
        let addressSpace = Int(clamping: alcedo_address_space_limit())
        return min(physical, addressSpace, ControlGroup.ofProcess.memory ?? physical)
    }()

    /// Returns freed memory to the system. Otherwise the allocator keeps it for later use.
    package static func returnMemory() {
        alcedo_return_memory()
    }
}
