import Foundation
import Testing

@testable import AlcedoBase

@Suite struct FineDatesTests {
    @Test func unreadablePathsHaveCoarseDates() {
        #expect(!FileSystem.hasFineDates(at: "/nowhere/at/all"))
    }

    #if os(Linux)
        // statfs(2) numbers /proc 0x9fa0, which dates its files by the moment at which they are looked at.
        @Test func proceduralFilesHaveCoarseDates() {
            #expect(!FileSystem.hasFineDates(at: "/proc/self/status"))
        }

        // `stat -f` of coreutils uses the same call and has the names.
        @Test func theAnswerAgreesWithAnotherProgram() throws {
            for path in ["/", "/dev/shm", FileManager.default.temporaryDirectory.path, "/sys"] {
                let process = Process()
                process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
                process.arguments = ["stat", "-f", "-c", "%T", path]
                let pipe = Pipe()
                process.standardOutput = pipe
                try process.run()
                let name = String(
                    decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self
                ).trimmingCharacters(in: .whitespacesAndNewlines)
                process.waitUntilExit()
                let fine = ["ext2/ext3", "xfs", "btrfs", "zfs", "tmpfs", "overlayfs"]
                #expect(FileSystem.hasFineDates(at: path) == fine.contains(name), "\(path) is \(name)")
            }
        }
    #endif
}
