import AlcedoBase
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct LibraryStampTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/alcedo-stamp-\(UUID().uuidString)"

    private func stamp(_ environment: [String: String] = [:]) throws -> String {
        try EngineIdentity.libraryStamp(folders: [folder + "/lib"], environment: environment)
    }

    private func add(_ path: String) throws {
        let file = folder + "/" + path
        try FileSystem.createDirectory(at: FileSystem.folder(of: file))
        try FileSystem.writeAtomically(Data("code".utf8), to: file)
    }

    @Test(arguments: [
        "lib/libheif/plugins/libheif-aomenc.so", "lib/libheif/libheif-x265.so",
        "lib/vips-modules-8.16/vips-heif.so",
        "lib/libaom.so.3",
    ])
    func aNewCodecChangesTheStamp(_ path: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileSystem.createDirectory(at: folder + "/lib")
        let before = try stamp()
        try add(path)
        #expect(try stamp() != before)
        let with = try stamp()
        try add("lib/libsomething.so.1")
        #expect(try stamp() == with)
    }

    @Test func aFolderOfPluginsIsPartOfTheStamp() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileSystem.createDirectory(at: folder + "/lib")
        let variables = ["LIBHEIF_PLUGIN_PATH": "/nowhere:\(folder)/mine"]
        let before = try stamp(variables)
        try add("mine/encoder.so")
        #expect(try stamp(variables) != before)
        #expect(try stamp() == before)
    }
}
