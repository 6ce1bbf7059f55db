public import AlcedoBase

/// Why the pages beside a site's pictures cannot be made: the gallery, the report, or the pages of a folder.
public enum ToolError: AlcedoError, Hashable {
    /// Errors in the gallery's template, each with its location.
    case template([Diagnostic])
    /// A missing or invalid option of the gallery.
    case usage(String)
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
    /// The pictures of a report take more bytes than its limit.
    case reportTooLarge(bytes: Int, limit: Int)

    /// One line for each error, with location, problem and advice.
    public var description: String {
        switch self {
        case .template(let mistakes): mistakes.map(\.description).joined(separator: "\n")
        case .usage(let reason): reason
        case .noFiles(let address, let file?, let others, let baseURL):
            "'\(address)' would lead to \(file), which does not exist\(Self.more(others)), so no page was changed; "
                + "build the pictures, and if the generator copies them into the site, run it after that; otherwise copy them to "
                + "where 'base-url: \(baseURL)' leads, or write a 'base-url' that leads to them (https://… for another host); a site "
                + "below a path of its host needs --site https://example.org/path"
        case .noFiles(let address, nil, let others, let baseURL):
            "'\(address)' leads to no file of the site, because it is not below the path in --site\(Self.more(others)), so no "
                + "page was changed; write that path in front of 'base-url: \(baseURL)', or the whole address where "
                + "pictures are elsewhere on the host"
        case .sameFolder(let output, let pages):
            "--to \(output) is, or holds, \(pages), whose pages stay as they are with it; name another folder, or leave "
                + "--to out to change them in place"
        case .leadsOut(let folder, let output):
            "\(folder) is a link that leads out of \(output); remove it"
        case .reportTooLarge(let bytes, let limit):
            "the pictures would take \(Self.bytes(bytes)) of the page, more than the "
                + "\(Self.bytes(limit)) of --max-size; choose some with --only, leave the files where they are "
                + "with --linked, or raise --max-size"
        }
    }

    private static func bytes(_ bytes: Int) -> String { Figures.bytes(bytes) ?? "\(bytes) B" }

    private static func more(_ others: Int) -> String {
        others == 0 ? "" : " (nor is it for \(others) other address\(others == 1 ? "" : "es"))"
    }
}

extension ToolError {
    /// The stable codes of the tools.
    package enum Code: String, ErrorCode {
        case template = "tool.gallery.template"
        case usage = "tool.gallery.usage"
        case noFiles = "tool.pages.no-files"
        case sameFolder = "tool.pages.same-folder"
        case leadsOut = "tool.pages.leads-out"
        case reportTooLarge = "tool.report.too-large"
    }

    package var kind: Code {
        switch self {
        case .template: .template
        case .usage: .usage
        case .noFiles: .noFiles
        case .sameFolder: .sameFolder
        case .leadsOut: .leadsOut
        case .reportTooLarge: .reportTooLarge
        }
    }

    /// The phase that failed: `tool`.
    public var phase: ErrorPhase { kind.phase }

    /// `tool.pages.no-files`, for instance.
    public var code: String { kind.rawValue }
}
