import AlcedoBase
import AlcedoRecipes

/// The files that a worker fills for one attempt. The coordinator creates them and passes their descriptors, so a worker
/// needs no path; its result refers to them by number.
struct WorkerFiles {
    private let prefix: String
    /// The announced sizes, in bytes.
    private var sizes: [Int] = []

    /// - Parameter folder: An existing folder.
    init(in folder: String) {
        prefix = folder + "/" + FileSystem.temporaryName()
    }

    private func path(_ number: Int) -> String { "\(prefix)-\(number)" }

    /// Creates new files.
    ///
    /// - Parameter sizes: Their announced sizes in bytes.
    /// - Returns: Their descriptors for writing, which the caller closes.
    /// - Throws: `FileSystemError`; no file of this call is left.
    mutating func create(_ sizes: [Int]) throws(FileSystemError) -> [Int32] {
        let before = self.sizes.count
        var descriptors: [Int32] = []
        for size in sizes {
            do throws(FileSystemError) {
                // Read-only, because it becomes an entry of the cache unchanged.
                descriptors.append(
                    try FileSystem.createFile(at: path(self.sizes.count), permissions: 0o444))
                self.sizes.append(size)
            } catch {
                for descriptor in descriptors { close(descriptor) }
                remove(from: before)
                throw error
            }
        }
        return descriptors
    }

    /// Returns the path of the file that a result refers to, if it is what the result says.
    ///
    /// - Returns: `nil` for a file that was not created here, or has another size or type.
    func inspected(_ reference: String, _ file: EncodedImage.File) -> String? {
        guard let number = Int(reference), sizes.indices.contains(number), sizes[number] == file.bytes else {
            return nil
        }
        let path = path(number)
        do {
            guard let status = try FileSystem.status(of: path), status.kind == .regular,
                status.size == file.bytes,
                // The prologue of a drawing may be long.
                let type = ImageType.sniff(
                    Data(try FileSystem.readBeginning(of: path, count: 1 << 16, followingLinks: false)))
            else { return nil }
            return OutputFormat(originalOf: type) == file.format ? path : nil
        } catch {
            return nil
        }
    }

    /// Removes the files that nothing refers to.
    func remove(but kept: Set<String> = []) {
        for number in sizes.indices where !kept.contains(path(number)) { remove(number) }
    }

    private mutating func remove(from first: Int) {
        for number in first..<sizes.count { remove(number) }
        sizes.removeSubrange(first...)
    }

    private func remove(_ number: Int) {
        do {
            try FileSystem.removeFile(at: path(number))
        } catch {
            // Trimming the cache removes the remaining temporary files.
        }
    }
}
