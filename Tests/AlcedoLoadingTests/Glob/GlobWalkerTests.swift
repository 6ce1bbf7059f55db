import AlcedoBase
import AlcedoLoading
import Foundation
import Testing

@Suite struct GlobWalkerTests {
    private func find(
        _ folder: GlobFolder, _ patterns: [String], excluding: [String] = [], skipping: [String] = []
    ) throws -> GlobWalker.Result {
        try GlobWalker(root: folder.path, skipping: skipping.map { folder.path + "/" + $0 })
            .files(
                matching: patterns.map { try GlobPattern($0) },
                excluding: excluding.map { try GlobPattern($0) })
    }

    @Test func filesComeSortedByBytesAndOnce() throws {
        let folder = try GlobFolder([
            "b.jpg", "a/z.jpg", "a.jpg", "B.jpg", "ä.jpg", "a-b/x.jpg", "a/b/c.jpg", "a.txt",
        ])
        let found = try find(folder, ["**/*.jpg", "a/**", "b.jpg"]).files
        // '-' is 2D, '.' is 2E, '/' is 2F, 'B' is 42, 'ä' is C3 A4.
        #expect(found == ["B.jpg", "a-b/x.jpg", "a.jpg", "a/b/c.jpg", "a/z.jpg", "b.jpg", "ä.jpg"])
    }

    @Test func wildcardsPassHiddenNamesBuildFoldersAndNestedPackages() throws {
        let folder = try GlobFolder([
            "Package.swift", "a.jpg", ".hidden.jpg", ".build/x/b.jpg", "node_modules/m/c.jpg",
            "DerivedData/d.jpg",
            "Examples/Gallery/Package.swift", "Examples/Gallery/e.jpg", "Examples/f.jpg",
        ])
        #expect(try find(folder, ["**/*.jpg"]).files == ["Examples/f.jpg", "a.jpg"])
        #expect(try find(folder, ["*/**"]).files == ["Examples/f.jpg"])
        #expect(
            try find(
                folder, ["Examples/Gallery/*.jpg", "node_modules/m/*.jpg", ".build/*/b.jpg", ".hidden.*"]
            ).files
                == [".build/x/b.jpg", ".hidden.jpg", "Examples/Gallery/e.jpg", "node_modules/m/c.jpg"])
    }

    @Test(arguments: [
        "@eaDir", "#recycle", "#snapshot", "$RECYCLE.BIN", "$Recycle.Bin", "System Volume Information",
        "__MACOSX",
        "lost+found", "@Recycle", "#Recycle", "RECYCLER", "found.000",
    ])
    func wildcardsPassFoldersThatASystemKeepsForItself(name: String) throws {
        let folder = try GlobFolder(["a/\(name)/x/b.jpg", "a/c.jpg", "\(name)/d.jpg", "x\(name)/e.jpg"])
        let all = try find(folder, ["**/*.jpg", "*/*.jpg"])
        #expect(all.files == ["a/c.jpg", "x\(name)/e.jpg"].sorted())
        #expect(all.systemFolders == [name, "a/\(name)"].sorted())
        let excluding = try find(folder, ["**/*.jpg"], excluding: ["**/\(name)/**"])
        #expect(excluding.systemFolders.isEmpty && excluding.files == all.files)
        #expect(try find(folder, ["a/*.jpg"]).systemFolders.isEmpty)
        let named = try find(folder, ["a/\(name)/**", "\(name)/*.jpg"])
        #expect(named.files.count == 2 && named.systemFolders.isEmpty)
    }

    @Test func whatWildcardsPassIsNamed() throws {
        let folder = try GlobFolder(["a/b.jpg", "a/.c.jpg", ".d/e.jpg", ".f.jpg", "g.txt"])
        try folder.link("h", to: "a")
        let all = try find(folder, ["**/*", "**/.f.jpg"])
        #expect(all.linkedFolders == ["h"])
        #expect(all.hidden == [".d", "a/.c.jpg"])
        #expect(try find(folder, ["**/*.jpg"]).linkedFolders.isEmpty)
    }

    @Test func givenFoldersAreNeverEntered() throws {
        let folder = try GlobFolder(["p/a.jpg", "Public/images/b.jpg", "Public/c.jpg", "cache/d.jpg"])
        try folder.link("p/link.jpg", to: "../Public/images/b.jpg")
        let found = try find(
            folder, ["**/*.jpg", "Public/images/*.jpg"], skipping: ["Public/images", "cache"])
        #expect(found.files == ["Public/c.jpg", "p/a.jpg"])
    }

    @Test func linksThatLeadOutSayWhatHelps() throws {
        let folder = try GlobFolder(["a/x.jpg"])
        let other = try GlobFolder(["y.jpg", "b/z.jpg"])
        try folder.link("a/y.jpg", to: other.path + "/y.jpg")
        try folder.link("a/b", to: other.path + "/b")
        try folder.link("a/up", to: "..")
        let way = ", unless 'allow-outside' in the manifest names the folder"
        func warnings(_ pattern: String, mayAllow: Bool = true) throws -> [String] {
            try GlobWalker(root: folder.path, mayAllow: mayAllow).files(matching: [try GlobPattern(pattern)])
                .warnings
        }
        let file = "a/y.jpg is a link that leads out of the folder; it is not followed"
        let linked = "a/b is a link that leads out of the folder; it is not followed"
        // Wildcards follow no link to a folder, wherever it leads.
        #expect(try warnings("**") == [linked, file + way])
        #expect(try warnings("a/b/*.jpg") == [linked + way])
        #expect(try warnings("**", mayAllow: false) == [linked, file])
        #expect(try find(folder, ["**"]).linkedFolders == ["a/up"])
    }

    @Test func exclusionsLeaveOutFilesAndFolders() throws {
        let folder = try GlobFolder([
            "a.jpg", "draft-b.jpg", "x/draft-c.jpg", "draft-d/e.jpg", "old/f.jpg", "old/g/h.jpg",
        ])
        #expect(
            try find(folder, ["**/*.jpg"], excluding: ["**/draft-*"]).files == [
                "a.jpg", "old/f.jpg", "old/g/h.jpg",
            ])
        #expect(
            try find(folder, ["**/*.jpg"], excluding: ["old", "draft-*"]).files == ["a.jpg", "x/draft-c.jpg"])
        #expect(try find(folder, ["old/**"], excluding: ["old/g/**"]).files == ["old/f.jpg"])
    }

    @Test func linksStayInTheTree() throws {
        let outside = try GlobFolder(["secret.jpg", "dir/s.jpg"])
        let folder = try GlobFolder(["real/a.jpg", "p/b.jpg"])
        try folder.link("p/in.jpg", to: "../real/a.jpg")
        try folder.link("p/out.jpg", to: outside.path + "/secret.jpg")
        try folder.link("p/nowhere.jpg", to: "gone.jpg")
        try folder.link("p/outdir", to: outside.path + "/dir")
        try folder.link("p/indir", to: "../real")
        try folder.link("p/loop", to: "..")
        try folder.link("p/note.txt", to: outside.path + "/secret.jpg")
        let found = try find(folder, ["**/*.jpg"])
        #expect(found.files == ["p/b.jpg", "p/in.jpg", "real/a.jpg"])
        #expect(found.warnings.count == 2)
        #expect(found.warnings[0].hasPrefix("p/nowhere.jpg is a broken link"))
        #expect(found.warnings[1].hasPrefix("p/out.jpg is a link that leads out"))
        // A literal link to a folder inside is followed, to a folder outside is not.
        #expect(try find(folder, ["p/indir/*.jpg"]).files == ["p/indir/a.jpg"])
        let out = try find(folder, ["p/outdir/*.jpg"])
        #expect((out.files, out.warnings.count) == ([], 1))
    }

    @Test func namesInEitherFormAreFound() throws {
        let folder = try GlobFolder(["cafe\u{301}/u\u{308}ber.JPG"])
        let found = try find(folder, ["caf\u{E9}/\u{FC}*.jpg"]).files
        #expect(found.count == 1)
        // The file keeps the name that opens it.
        #expect(found.first.map { Array($0.utf8) } == Array("cafe\u{301}/u\u{308}ber.JPG".utf8))
    }

    @Test func aFolderThatCannotBeReadIsAnError() throws {
        let folder = try GlobFolder(["a/x.jpg", "locked/y.jpg"])
        let failure: FileSystemError? = try withoutPrivileges(closing: folder.path + "/locked") {
            do {
                _ = try find(folder, ["**/*.jpg"])
                return nil
            } catch {
                return error as? FileSystemError
            }
        }
        #expect(failure == FileSystemError("list", "locked", code: EACCES))
    }

    @Test func foldersThatCannotMatchAreNotOpened() throws {
        let folder = try GlobFolder(["photos/a.jpg", "other/deep/b.jpg"])
        // Opening the closed folder would be an error.
        let found = try withoutPrivileges(closing: folder.path + "/other") {
            [
                try find(folder, ["photos/**/*.jpg", "*.jpg"]).files,
                try find(folder, ["**/*.jpg"], excluding: ["other"]).files,
                try find(folder, ["**/*.jpg"], excluding: ["other/**"]).files,
                try find(folder, ["**/*.jpg"], excluding: ["**/oth*/**"]).files,
                try find(folder, ["**/*.jpg"], skipping: ["other"]).files,
            ]
        }
        #expect(found == Array(repeating: ["photos/a.jpg"], count: 5))
    }

    /// Runs with a folder that cannot be opened. Root may open everything, and tests run as root in containers, so
    /// there this thread lays the privilege down for a while.
    private func withoutPrivileges<T>(closing folder: String, _ body: () throws -> T) throws -> T {
        try #require(chmod(folder, 0) == 0)
        defer { chmod(folder, 0o755) }
        #if os(Linux)
            typealias Function = @convention(c) (uid_t) -> Int32
            let symbol = try #require(dlsym(nil, "setfsuid"))
            let setfsuid = unsafeBitCast(symbol, to: Function.self)
            let user = getuid()
            if user == 0 { _ = setfsuid(65_534) }
            defer { _ = setfsuid(user) }
        #endif
        return try body()
    }

    @Test func walkedPathsAndMatchedPathsAgree() throws {
        // Every pattern with every file: the walk finds exactly the files that `matches` accepts.
        let names = ["a", "b.jpg", "B.JPG", ".c", "d.e.jpg"]
        var files: [String] = []
        for first in ["a", "x", ".h"] {
            for second in ["a", "y.z"] { files += names.map { "\(first)/\(second)/\($0)-f" } }
        }
        files += names.map { $0 + "-f" }
        let folder = try GlobFolder(files)
        let patterns = [
            "**", "*", "*/*/*", "a/**", "**/a/*", "**/*.jpg-f", "**/.c-f", ".h/**", "[ax]/?/*",
            "x/y.z/*.JPG-F",
            "{a,x}/**/{B,d}*", "**/**/*f", "?", "a/a/a-f",
        ]
        for text in patterns {
            let pattern = try GlobPattern(text)
            let expected = GlobWalker.sorted(files.filter { pattern.matches($0) })
            #expect(try find(folder, [text]).files == expected, "\(text)")
        }
    }

    @Test func pathsBelowAreThoseBehindTheSlash() {
        #expect(GlobWalker.isBelow("/a/b", "/a/b/c"))
        #expect(!GlobWalker.isBelow("/a/b", "/a/bc"))
        #expect(!GlobWalker.isBelow("/a/b", "/a/b"))
        #expect(GlobWalker.isBelow("/", "/a"))
    }
}

/// A folder of empty files for a test.
final class GlobFolder {
    let path: String

    init(_ files: [String]) throws {
        let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("alcedo-glob-" + UUID().uuidString)
        path = url.path
        for file in files {
            // Through the C interface, so that names reach the disk byte for byte.
            let whole = path + "/" + file
            try FileSystem.createDirectory(at: (whole as NSString).deletingLastPathComponent)
            try FileSystem.writeAtomically(Data(), to: whole)
        }
    }

    func link(_ name: String, to target: String) throws {
        try #require(symlink(target, path + "/" + name) == 0)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("a test left \(path) behind: \(error)")
        }
    }
}
