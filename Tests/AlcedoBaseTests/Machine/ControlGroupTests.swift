import Foundation
import Testing

@testable import AlcedoBase

@Suite struct ControlGroupTests {
    /// A folder with these files.
    private func group(_ files: [String: String]) throws -> ControlGroup {
        let root = try TemporaryFolder()
        for (path, text) in files {
            let file = URL(fileURLWithPath: root.path + path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return ControlGroup(root: root.path)
    }

    @Test func withoutGroupsNothingIsBounded() throws {
        #expect(try group([:]) == group(["/proc/self/cgroup": ""]))
        #expect(try group([:]).cores == nil)
        #expect(try group([:]).memory == nil)
    }

    // The texts are from the kernel's documentation, `cgroup-v2.rst`.
    @Test func aContainerOfTheSecondKind() throws {
        let found = try group([
            "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "150000 100000\n",
            "/sys/fs/cgroup/memory.max": "2147483648\n",
        ])
        #expect(found.cores == 2)
        #expect(found.memory == 2_147_483_648)
    }

    @Test func everyGroupAboveBoundsToo() throws {
        let found = try group([
            "/proc/self/cgroup": "0::/a/b\n", "/sys/fs/cgroup/a/cpu.max": "400000 100000",
            "/sys/fs/cgroup/a/b/cpu.max": "max 100000", "/sys/fs/cgroup/a/memory.max": "max",
            "/sys/fs/cgroup/a/b/memory.max": "1000000",
        ])
        #expect(found.cores == 4)
        #expect(found.memory == 1_000_000)
    }

    @Test func aContainerOfTheFirstKind() throws {
        let found = try group([
            "/proc/self/cgroup": "4:memory:/docker/abc\n3:cpu,cpuacct:/docker/abc\n1:name=systemd:/x\n",
            "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": "50000",
            "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000",
            "/sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes": "536870912",
        ])
        #expect(found.cores == 1)
        #expect(found.memory == 536_870_912)
    }

    @Test func unlimitedGroupsHaveNoLimit() throws {
        let found = try group([
            "/proc/self/cgroup": "3:cpu,cpuacct:/\n0::/\n",
            "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": "-1",
            "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000",
            "/sys/fs/cgroup/cpu.max": "max 100000", "/sys/fs/cgroup/memory.max": "max",
        ])
        #expect(found == ControlGroup(root: "/nonexistent"))
    }

    #if os(Linux)
        // Its length is 0, as that of every file there, and it has a line for each hierarchy: proc(5), cgroups(7).
        @Test func whatTheKernelSaysIsReadToItsEnd() {
            let lines = ControlGroup.text("/proc/self/cgroup").split(separator: "\n")
            #expect(!lines.isEmpty)
            #expect(
                lines.allSatisfy { $0.split(separator: ":", omittingEmptySubsequences: false).count >= 3 })
        }
    #endif

    @Test func thisMachineHasSomething() {
        #expect(Machine.cores >= 1 && Machine.cores <= 4096)
        #expect(Machine.memory > 100_000_000)
    }
}
