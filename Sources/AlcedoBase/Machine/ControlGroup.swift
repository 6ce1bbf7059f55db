/// The limits that the Linux kernel sets for a group of processes: `docker run --cpus 1.5 --memory 2g` and the like.
///
/// Both versions of control groups are read (Linux, `Documentation/admin-guide/cgroup-v2.rst` and `cgroup-v1`). The
/// limits of all parent groups apply as well. Other systems have no limits.
struct ControlGroup: Equatable {
    /// The number of cores that can be used fully, rounded up; `nil` for all.
    var cores: Int?
    /// The memory in bytes that may be used; `nil` for all.
    var memory: Int?

    static let ofProcess = ControlGroup(root: "")

    /// - Parameter root: A prefix for `/proc` and `/sys`: a folder in tests.
    init(root: String) {
        let mount = root + "/sys/fs/cgroup"
        for line in Self.text(root + "/proc/self/cgroup").split(separator: "\n") {
            // number:controllers:path
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            let controllers = parts[1].split(separator: ",")
            let path = String(parts[2])
            if parts[0] == "0", controllers.isEmpty {
                for folder in Self.folders(mount, path) { readSecond(folder) }
            } else if controllers.contains("cpu") {
                for folder in Self.folders(mount + "/" + parts[1], path) { readFirst(cores: folder) }
            } else if controllers.contains("memory") {
                for folder in Self.folders(mount + "/memory", path) { readFirst(memory: folder) }
            }
        }
    }

    /// Returns the folders of the group and its parents. In a container the path may be the host's and the mount the
    /// group's own.
    private static func folders(_ mount: String, _ path: String) -> [String] {
        var folders = [mount]
        var folder = mount
        for part in path.split(separator: "/") where part != ".." {
            folder += "/" + part
            folders.append(folder)
        }
        return folders
    }

    private mutating func readSecond(_ folder: String) {
        // "max 100000" or "150000 100000": quota and period in microseconds.
        let words = Self.text(folder + "/cpu.max").split { $0 == " " || $0 == "\n" }
        if words.count == 2, let quota = Int(words[0]), let period = Int(words[1]) { bound(quota, period) }
        bound(memory: Int(Self.word(folder + "/memory.max")))
    }

    private mutating func readFirst(cores folder: String) {
        if let quota = Int(Self.word(folder + "/cpu.cfs_quota_us")),
            let period = Int(Self.word(folder + "/cpu.cfs_period_us"))
        {
            bound(quota, period)
        }
    }

    private mutating func readFirst(memory folder: String) {
        bound(memory: Int(Self.word(folder + "/memory.limit_in_bytes")))
    }

    private mutating func bound(_ quota: Int, _ period: Int) {
        // -1 means no limit.
        guard quota > 0, period > 0 else { return }
        cores = min(cores ?? .max, max(1, (quota + period - 1) / period))
    }

    private mutating func bound(memory bytes: Int?) {
        guard let bytes, bytes > 0 else { return }
        memory = min(memory ?? .max, bytes)
    }

    private static func word(_ path: String) -> String {
        text(path).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Returns the contents of a kernel file, or an empty string if it cannot be read.
    static func text(_ path: String) -> String {
        do {
            // The kernel reports a size of 0 for these files, so the size cannot be used.
            return String(decoding: try FileSystem.readBeginning(of: path, count: 1 << 16), as: UTF8.self)
        } catch {
            return ""
        }
    }
}
