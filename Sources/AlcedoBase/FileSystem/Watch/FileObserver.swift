/// Learns from code that lists folders and reads files what it is about to look at; the one of its task is ``FileWatch/current``.
package protocol FileObserver: Sendable {
    /// Has to be called before a folder is listed.
    ///
    /// - Parameter test: Whether a name matters, and whether it is a folder's.
    func willList(_ folder: String, _ test: @escaping @Sendable (String, Bool) -> Bool)

    /// Has to be called before a file is looked for, whether there is one or not.
    func willRead(_ file: String)
}

/// Keeps what a build has looked at.
package final class FileRecord: FileObserver {
    /// A folder that was listed, with what mattered in it.
    package struct Listing: Sendable {
        package var folder: String
        /// Whether a name mattered, and whether it is a folder's.
        package var test: @Sendable (String, Bool) -> Bool
    }

    private let looks = Locked<(files: Set<String>, listings: [Listing])>(([], []))

    /// Creates a record of nothing.
    package init() {}

    /// The absolute paths of files that were looked for.
    package var files: Set<String> { looks.withLock { $0.files } }

    /// The folders that were listed.
    package var listings: [Listing] { looks.withLock { $0.listings } }

    package func willList(_ folder: String, _ test: @escaping @Sendable (String, Bool) -> Bool) {
        looks.withLock { $0.listings.append(Listing(folder: folder, test: test)) }
    }

    package func willRead(_ file: String) {
        looks.withLock { _ = $0.files.insert(file) }
    }

    /// Runs a build, and keeps what it looks at.
    package func keeping<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await FileWatch.$current.withValue(self) { try await body() }
    }
}
