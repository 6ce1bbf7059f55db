import Foundation
import Testing

/// What the plugin concludes from the files beside a build.
@Suite struct ToolStampTests {
    private let folder: URL
    private var file: URL { folder.appendingPathComponent("tool.stamp") }
    private var tool: URL { folder.appendingPathComponent("alcedo") }
    private var sources: URL { folder.appendingPathComponent("Sources") }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "alcedo-stamp-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("Sources/Room.docc"), withIntermediateDirectories: true)
        for name in [
            "alcedo", "Package.swift", "Sources/a.swift", "Sources/.hidden", "Sources/Room.docc/Room.md",
        ] {
            try Data(name.utf8).write(to: folder.appendingPathComponent(name))
        }
    }

    private func inputs(settings: [String] = ["CC=\"clang\""]) throws -> ToolInputs {
        var inputs = ToolInputs()
        let areRead = inputs.addManifests(in: folder.path) && inputs.addFolder(sources.path)
        try #require(areRead)
        inputs.settings = settings
        return inputs
    }

    private func stamp() throws -> ToolStamp { try #require(ToolStamp(contentsOf: file)) }

    /// Whether the stamp holds after a change.
    private func isCurrent(after change: () throws -> Void) throws -> Bool {
        defer { try? FileManager.default.removeItem(at: folder) }
        try #require(ToolStamp(tool: tool, inputs: inputs())).write(to: file)
        try change()
        let inputs = try inputs()
        return try stamp().tool(ifMadeFrom: inputs) == tool
    }

    @Test func theSameFilesNeedNoBuild() throws {
        #expect(try isCurrent {})
    }

    @Test func hiddenFilesAndDocumentationAreNotCompiled() throws {
        let isCurrent = try isCurrent {
            try Data("b".utf8).write(to: sources.appendingPathComponent(".hidden"))
            try Data("b".utf8).write(to: sources.appendingPathComponent("Room.docc/Room.md"))
        }
        #expect(isCurrent)
    }

    @Test(arguments: ["Sources/a.swift", "Sources/new.swift", "Package.swift", "Package@swift-6.2.swift"])
    func aSourceThatIsWrittenNeedsABuild(name: String) throws {
        let isCurrent = try isCurrent {
            // The same size, and with the same date: it is another file.
            let file = folder.appendingPathComponent(name)
            let date = try? FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate]
            try Data(name.utf8).write(to: file, options: .atomic)
            if let date {
                try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
            }
        }
        #expect(!isCurrent)
    }

    @Test func aSourceThatIsGoneNeedsABuild() throws {
        #expect(
            try !isCurrent {
                try FileManager.default.removeItem(at: sources.appendingPathComponent("a.swift"))
            })
    }

    @Test func aMissingToolNeedsABuild() throws {
        #expect(try !isCurrent { try FileManager.default.removeItem(at: tool) })
    }

    @Test func anotherToolNeedsALook() throws {
        #expect(try !isCurrent { try Data("other".utf8).write(to: tool, options: .atomic) })
    }

    @Test func otherSettingsNeedALook() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try #require(ToolStamp(tool: tool, inputs: inputs())).write(to: file)
        let other = try inputs(settings: ["CC=\"gcc\""])
        #expect(try stamp().tool(ifMadeFrom: other) == nil)
    }

    @Test func aDamagedStampIsNone() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let inputs = try inputs()
        try #require(ToolStamp(tool: tool, inputs: inputs)).write(to: file)
        let whole = try Data(contentsOf: file)
        for count in 0..<whole.count {
            try whole.prefix(count).write(to: file)
            let cut = ToolStamp(contentsOf: file)
            #expect(cut?.tool(ifMadeFrom: inputs) == nil, "\(count) bytes")
        }
        try Data([0xFF, 0xFE]).write(to: file)
        #expect(ToolStamp(contentsOf: file) == nil)
    }

    @Test func aStampThatCannotBeWrittenIsNoError() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let nowhere = folder.appendingPathComponent("none/tool.stamp")
        try #require(ToolStamp(tool: tool, inputs: inputs())).write(to: nowhere)
        #expect(ToolStamp(contentsOf: nowhere) == nil)
    }

    @Test func aFolderThatCannotBeReadIsADoubt() {
        defer { try? FileManager.default.removeItem(at: folder) }
        var inputs = ToolInputs()
        let isRead = inputs.addFolder(folder.appendingPathComponent("none").path)
        #expect(!isRead)
    }
}
