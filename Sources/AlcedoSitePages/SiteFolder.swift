import AlcedoBase
import AlcedoIndex
import AlcedoManifest
import AlcedoPages

/// The files of a site in a folder.
package final class SiteFolder: SiteFiles {
    /// The absolute path.
    let root: String
    // Absolute: the folder of the host's root, if the folder has the name of the site's path.
    private let hostRoot: String?
    // Each file is read once.
    private let digests = Locked<[String: String]>([:])

    /// - Parameter site: The address of the site.
    package init(root: String, site: String?) {
        self.root = root
        let path = site.flatMap { URLComponents(string: $0) }?.path.split(separator: "/") ?? []
        let end = "/" + path.joined(separator: "/")
        hostRoot = path.isEmpty || !root.hasSuffix(end) ? nil : String(root.dropLast(end.count))
    }

    package func bytes(at path: String) -> Int? {
        guard Self.isInside(path) else { return nil }
        do {
            let status = try FileSystem.status(of: root + "/" + path, followingLinks: true)
            return status.flatMap { $0.kind == .regular ? $0.size : nil }
        } catch {
            // The file exists, and sources are never empty.
            return 0
        }
    }

    package func digest(at path: String) -> String? {
        guard Self.isInside(path) else { return nil }
        if let known = digests.withLock({ $0[path] }) { return known }
        do {
            let digest = try FileSystem.digest(ofFile: root + "/" + path).digest.sri
            digests.withLock { $0[path] = digest }
            return digest
        } catch {
            return nil
        }
    }

    /// Whether there is a file at this address.
    func has(_ reference: PageRewriter.Reference) -> Bool {
        if let path = reference.path { return bytes(at: path) != nil }
        guard let hostRoot, Self.isInside(reference.hostPath) else { return false }
        do {
            let path = hostRoot + "/" + reference.hostPath
            return try FileSystem.status(of: path, followingLinks: true)?.kind == .regular
        } catch {
            return true
        }
    }

    // A decoded path may have characters that are not allowed in an address.
    private static func isInside(_ path: String) -> Bool {
        !path.isEmpty && !path.utf8.contains(0) && !path.split(separator: "/").contains("..")
    }
}
