import CAlcedoSystem

/// The system's limits for this process.
package enum SystemLimits {
    /// Raises the limit of open files to the maximum. Call it when a program starts; libraries leave it to the program.
    package static func raise() {
        alcedo_raise_file_limit()
    }

    /// The number of files and connections that this process may have open.
    package static var openFiles: Int { Int(clamping: alcedo_file_limit()) }

    /// Whether this process may open `count` more files. Costs three calls of the system, because every command asks at its start:
    /// numbers of files that are free are counted, and one is taken for the limit of the whole system.
    package static func canOpen(_ count: Int) -> Bool {
        let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var free = 1
        var next = 0
        while free < count, next < openFiles {
            // The system takes at most as many as the limit allows.
            var numbers = (next..<min(next + 64, openFiles)).map {
                pollfd(fd: Int32($0), events: 0, revents: 0)
            }
            guard poll(&numbers, nfds_t(numbers.count), 0) >= 0 else { return false }
            free += numbers.count { $0.revents & Int16(POLLNVAL) != 0 }
            next += numbers.count
        }
        return free >= count
    }

    /// The open files of a command that makes one picture at a time, and some to spare: the system's thread pool crashes if it
    /// cannot open one now and then.
    private static let minFiles = 28
    /// The address space for the program, a few threads and a few pictures, in bytes. With 200 MB, the system's thread pool
    /// waits forever for a thread; with 500 MB, programs in Swift have crashed where memory cannot be allocated.
    private static let minAddressSpace: UInt64 = 1_000_000_000
    /// The threads of the system's thread pool before any work.
    private static let minThreads: Int32 = 4

    /// Returns why the program cannot run here, and what to do; `nil` if it can.
    package static func complaint() -> String? {
        let space = UInt64(alcedo_address_space_limit())
        if space < minAddressSpace {
            return
                "the address space of this process is limited to \(space / 1_000_000) MB, and \(minAddressSpace / 1_000_000) "
                + "are needed; raise the limit ('ulimit -v')"
        }
        if alcedo_start_threads(minThreads) < minThreads {
            return
                "too few threads may be started here; raise the limit of processes and threads ('ulimit -u', or 'pids.max' "
                + "of the container)"
        }
        return complaint(aboutFiles: minFiles)
    }

    /// Returns why the program cannot do something that takes this many more open files; `nil` if it can.
    package static func complaint(aboutFiles count: Int) -> String? {
        canOpen(count) ? nil : "\(openFiles) open files are too few here; raise the limit ('ulimit -n 256')"
    }
}
