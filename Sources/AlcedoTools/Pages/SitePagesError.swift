/// An error that leaves all pages as they are.
public enum SitePagesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// New addresses in pages would lead to no file.
    ///
    /// - Parameters:
    ///   - address: The first of these addresses.
    ///   - file: The expected path of its file; `nil` for an address outside of the site.
    ///   - others: The number of further addresses.
    ///   - baseURL: The base URL of the index.
    case noFiles(address: String, file: String?, others: Int, baseURL: String)
    /// The folder for the new pages is the folder of the old pages, or contains it.
    case sameFolder(output: String, pages: String)
    /// A folder below the folder for the new pages is a link out of it.
    case leadsOut(folder: String, output: String)

    /// The error and the remedy, in one line.
    public var description: String {
        switch self {
        case .noFiles(let address, let file?, let others, let baseURL):
            "'\(address)' would lead to \(file), which does not exist\(Self.more(others)), so no page was changed; "
                + "build the pictures, and copy their output to where 'base-url: \(baseURL)' leads, or write a 'base-url' "
                + "that leads to it (https://… for another host); a site below a path of its host needs --site "
                + "https://example.org/path"
        case .noFiles(let address, nil, let others, let baseURL):
            "'\(address)' leads to no file of the site, because it is not below the path in --site\(Self.more(others)), so no "
                + "page was changed; write that path in front of 'base-url: \(baseURL)', or the whole address where "
                + "pictures are elsewhere on the host"
        case .sameFolder(let output, let pages):
            "--to \(output) is, or holds, \(pages), whose pages stay as they are with it; name another folder, or leave "
                + "--to out to change them in place"
        case .leadsOut(let folder, let output):
            "\(folder) is a link that leads out of \(output); remove it"
        }
    }

    private static func more(_ others: Int) -> String {
        others == 0 ? "" : " (nor is it for \(others) other address\(others == 1 ? "" : "es"))"
    }
}
