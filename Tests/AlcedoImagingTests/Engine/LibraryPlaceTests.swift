import AlcedoBase
import Testing

@testable import AlcedoRecipes

/// What decides which libvips a process loads, as ld.so(8) says: without it a place that is remembered could be that of another one.
@Suite struct LibraryPlaceTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/alcedo-place-\(UUID().uuidString)"

    private func search(_ environment: [String: String] = [:]) -> String {
        LibraryPlace.search(
            environment: environment, programFolder: folder + "/bin", list: folder + "/ld.so.cache")
    }

    private func put(_ path: String, _ text: String = "code") throws {
        let file = folder + "/" + path
        try FileSystem.createDirectory(at: FileSystem.folder(of: file))
        try FileSystem.writeAtomically(Data(text.utf8), to: file)
    }

    @Test(arguments: [
        "first/libvips.so.42", "second/libvips.so.42", "first/glibc-hwcaps/x86-64-v3/libvips.so.42",
        "bin/libvips.so.42",
        "ld.so.cache",
    ])
    func aLibraryThatComesFirstIsNoticed(_ path: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let variables = ["LD_LIBRARY_PATH": "\(folder)/first;\(folder)/second"]
        let before = search(variables)
        #expect(search(variables) == before)
        try put(path)
        let with = search(variables)
        #expect(with != before)
        #expect(search(variables) == with)
        // Swapped for another one.
        try put(path, "other code")
        #expect(search(variables) != with)
        try FileManager.default.removeItem(atPath: folder + "/" + path)
        #expect(search(variables) == before)
    }

    @Test(arguments: ["LD_LIBRARY_PATH", "LD_PRELOAD"])
    func variablesOfTheLoaderAreNoticed(_ name: String) {
        #expect(search([name: "/nowhere"]) != search())
        #expect(search([name: "/nowhere"]) != search([name: "/elsewhere"]))
        #expect(search(["HOME": "/nowhere"]) == search())
    }

    @Test func otherFilesAreNot() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let variables = ["LD_LIBRARY_PATH": folder + "/first"]
        try put("first/libother.so.1")
        let before = search(variables)
        try put("first/libvips.so.43")
        try put("third/libvips.so.42")
        #expect(search(variables) == before)
    }
}
