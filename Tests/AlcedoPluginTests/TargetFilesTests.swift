import Foundation
import Testing

/// What the build-tool plugin finds below a target, and how it writes that down.
@Suite struct TargetFilesTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "alcedo-target-\(UUID().uuidString)")
        for name in [
            "target/images.yml", "target/b c/two.bmp", "target/b c/deep/rows.csv", "target/.hidden/h.png",
            "target/.h.png",
            "target/out/plugins/work/cache/x", "target/out/near.png", "outside/far.png",
        ] {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(name.utf8).write(to: file)
        }
    }

    private func link(_ name: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.appendingPathComponent(name).path, withDestinationPath: destination)
    }

    private func found() -> TargetFiles {
        TargetFiles(
            below: folder.appendingPathComponent("target").path,
            besides: folder.appendingPathComponent("target/out/plugins/work").path)
    }

    @Test func everyKindOfFileIsFoundInEveryFolder() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let found = found()
        #expect(found.files == ["b c/deep/rows.csv", "b c/two.bmp", "images.yml"])
        #expect(found.folders == ["/", "b c/", "b c/deep/"])
    }

    @Test func linksAreFollowedButNotInCircles() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try link("target/far", to: "../outside")
        try link("target/one.png", to: "../outside/far.png")
        try link("target/b c/up", to: "..")
        let found = found()
        #expect(found.files == ["b c/deep/rows.csv", "b c/two.bmp", "far/far.png", "images.yml", "one.png"])
        #expect(found.folders == ["/", "b c/", "b c/deep/", "far/"])
    }

    @Test(arguments: ["gone.png", "b c/.#two.bmp", "b c/two\nlines.png"])
    func nothingIsPlannedBesideALinkThatLeadsNowhere(name: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for target in ["nothing", folder.appendingPathComponent("target/" + name).path] {
            try link("target/" + name, to: target)
            let found = found()
            #expect(found.files == [] && found.folders == [])
            try FileManager.default.removeItem(at: folder.appendingPathComponent("target/" + name))
        }
        try link("target/" + name, to: folder.appendingPathComponent("outside/far.png").path)
        #expect(found().folders == ["/", "b c/", "b c/deep/"])
        // The build system does not plan what is hidden.
        try link("target/.hidden/gone.png", to: "nothing")
        #expect(found().folders == ["/", "b c/", "b c/deep/"])
    }

    @Test func whatIsNoFileOrHasNoNameForALineIsLeftOut() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(mkfifo(folder.appendingPathComponent("target/pipe.png").path, 0o600) == 0)
        try Data().write(to: folder.appendingPathComponent("target/two\nlines.png"))
        #expect(found().files == ["b c/deep/rows.csv", "b c/two.bmp", "images.yml"])
    }

    @Test func aPlanIsOnlyWrittenIfItHasChanged() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let plan = BuildPlan(names: ["/", "a b.png"], in: folder)
        try plan.write()
        #expect(try String(contentsOf: plan.planned, encoding: .utf8) == "\(plan.id)\n/\na b.png\n")
        #expect(try Data(contentsOf: plan.unplanned).isEmpty)

        let long = Date(timeIntervalSince1970: 1_000_000_000)
        try Data("/far".utf8).write(to: plan.unplanned)
        for file in [plan.planned, plan.unplanned] {
            try FileManager.default.setAttributes([.modificationDate: long], ofItemAtPath: file.path)
        }
        try BuildPlan(names: ["/", "a b.png"], in: folder).write()
        for file in [plan.planned, plan.unplanned] {
            let date = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
            #expect(date == long)
        }
        let other = BuildPlan(names: ["/", "b.png"], in: folder)
        try other.write()
        #expect(other.id != plan.id)
        #expect(try String(contentsOf: plan.planned, encoding: .utf8) == "\(other.id)\n/\nb.png\n")
    }

    /// From the definition of FNV-1a with 64 bits: its published value for "a".
    @Test func thePlanIsNamedByItsText() {
        #expect(BuildPlan(names: ["a"], in: folder).id == "af63dc4c8601ec8c")
        try? FileManager.default.removeItem(at: folder)
    }
}
