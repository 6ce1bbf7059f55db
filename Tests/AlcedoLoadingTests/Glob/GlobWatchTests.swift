import Foundation
import Testing

@testable import AlcedoBase
@testable import AlcedoLoading

/// What a walk tells the watch of its task.
@Suite struct GlobWatchTests {
    private static let names = ["a.jpg", "b.txt", "c", ".d.jpg", "Package.swift", "node_modules", "photos"]

    /// Paths of up to three of the names.
    private static let paths: [[String]] =
        names.map { [$0] } + names.flatMap { first in names.map { [first, $0] } }
        + ["photos"].flatMap { first in names.flatMap { second in names.map { [first, second, $0] } } }

    /// Every file that changes the result of a walk is noticed by what the system tells of: the highest thing that is new.
    @Test(
        arguments: [
            ["*.jpg"], ["**/*.jpg"], ["photos/*"], ["photos/**/c/*.jpg"], ["{photos,c}/*.jpg", "*.txt"],
            ["*/*"],
            ["photos/.d.jpg"], ["node_modules/a.jpg"], ["c/photos/**"],
        ], [[], ["photos"], ["**/b*"], ["c/**"]])
    func whatChangesAWalkMatters(_ texts: [String], excluding excluded: [String]) throws {
        let folder = try GlobFolder(["photos/c/x.jpg", "c/y.jpg", "z.jpg", "photos/z.txt"])
        let walker = GlobWalker(root: folder.path)
        let (patterns, exclusions) = try (
            texts.map { try GlobPattern($0) }, excluded.map { try GlobPattern($0) }
        )
        func walk() throws -> [String] { try walker.files(matching: patterns, excluding: exclusions).files }
        let watch = FileWatch(root: folder.path, polls: false)
        let before = try FileWatch.$current.withValue(watch) { try walk() }
        var (changes, alarms) = (0, 0)
        for names in Self.paths {
            var parent = folder.path
            var depth = 0
            while depth + 1 < names.count, try FileSystem.status(of: parent + "/" + names[depth]) != nil {
                parent += "/" + names[depth]
                depth += 1
            }
            let top = parent + "/" + names[depth]
            let whole = folder.path + "/" + names.joined(separator: "/")
            try FileSystem.createDirectory(at: FileSystem.folder(of: whole))
            // Where a folder is already, nothing is new.
            guard try FileSystem.status(of: whole) == nil else { continue }
            try FileSystem.writeAtomically(Data(), to: whole)
            let isChange = try walk() != before
            let isNoticed = watch.concerns(parent, names[depth], isFolder: depth + 1 < names.count)
            #expect(isNoticed || !isChange, "\(names)")
            changes += isChange ? 1 : 0
            alarms += isNoticed ? 1 : 0
            try FileManager.default.removeItem(atPath: top)
        }
        // Not by noticing everything.
        #expect(alarms < Self.paths.count, "\(alarms) of \(Self.paths.count), \(changes) changes")
    }
}
