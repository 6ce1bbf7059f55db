import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Collects what is written to standard error, by any code, while `body` runs; then passes it on. There is one
/// standard error: never for two tests at once.
func standardError(during body: () async throws -> Void) async throws -> String {
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appendingPathComponent("stderr-\(UUID().uuidString)").path
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
    defer {
        close(file)
        unlink(path)
    }
    let original = dup(2)
    dup2(file, 2)
    defer { close(original) }
    do {
        try await body()
    } catch {
        dup2(original, 2)
        throw error
    }
    dup2(original, 2)
    let text = try String(decoding: Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    FileHandle.standardError.write(Data(text.utf8))
    return text
}
