import Foundation
import PackagePlugin

extension ToolInputs {
    /// Returns `nil` in any doubt: the package is not found, or a folder cannot be read.
    init?(of product: String, in context: PluginContext) {
        self.init()
        guard let package = Self.package(with: product, in: context.package) else { return nil }
        var packages: [String: Package] = [:]
        Self.add(package, to: &packages)
        var systemLibraries: Set<String> = []
        for package in packages.values.sorted(by: { $0.id < $1.id }) {
            guard addManifests(in: package.directoryURL.path) else { return nil }
            for target in package.targets {
                if let library = (target as? SystemLibraryTarget)?.pkgConfig {
                    systemLibraries.insert(library)
                }
                if (target as? any SourceModuleTarget)?.kind == .test { continue }
                guard addFolder(target.directoryURL.path) else { return nil }
            }
            // What CAssets embeds from beside its folder.
            let template = package.directoryURL.appendingPathComponent("site-template").path
            if FileStatus(template) != nil, !addFolder(template) { return nil }
        }
        // The compiler: another one would build everything again.
        guard let compiler = try? context.tool(named: "swiftc").url, add(compiler.path) else { return nil }
        for library in systemLibraries.sorted() { add(library: library) }

        let root = context.package.directoryURL
        for name in ["Package.swift", "Package.resolved"] {
            let path = root.appendingPathComponent(name).path
            settings.append("\(path)\t\(FileStatus(path)?.text ?? "none")")
        }
        settings += Self.variables()
    }

    // MARK: Packages

    private static func package(with product: String, in root: Package) -> Package? {
        var seen: Set<String> = []
        var waiting = [root]
        while let package = waiting.popLast() {
            guard seen.insert(package.id).inserted else { continue }
            if package.products.contains(where: { $0 is ExecutableProduct && $0.name == product }) {
                return package
            }
            waiting += package.dependencies.map(\.package)
        }
        return nil
    }

    private static func add(_ package: Package, to packages: inout [String: Package]) {
        guard packages.updateValue(package, forKey: package.id) == nil else { return }
        for dependency in package.dependencies { add(dependency.package, to: &packages) }
    }

    // MARK: The system

    /// A library of the system: where its package was updated, its file for `pkg-config` has another date.
    private mutating func add(library: String) {
        for folder in Self.folders {
            let path = "\(folder)/\(library).pc"
            if let status = FileStatus(path) { add(path, status) }
        }
    }

    private static let folders: [String] = {
        let named = ProcessInfo.processInfo.environment["PKG_CONFIG_PATH"] ?? ""
        var folders = named.split(separator: ":").map(String.init)
        for prefix in ["/usr", "/usr/local", "/opt/homebrew"] {
            folders += ["lib", "lib64", "share"].map { "\(prefix)/\($0)/pkgconfig" }
        }
        let lists = ["/usr/lib", "/usr/local/lib"].flatMap { lib in
            ((try? FileManager.default.contentsOfDirectory(atPath: lib)) ?? []).sorted()
                .filter { $0.hasSuffix("-linux-gnu") }.map { "\(lib)/\($0)/pkgconfig" }
        }
        return folders + lists
    }()

    /// The variables that SwiftPM, the compilers, `pkg-config` and this package's manifest read.
    private static func variables() -> [String] {
        let names: Set = [
            "CC", "CPATH", "CXX", "C_INCLUDE_PATH", "DEVELOPER_DIR", "LIBRARY_PATH", "PATH", "SDKROOT",
            "SWIFT_EXEC", "TOOLCHAINS",
        ]
        return ProcessInfo.processInfo.environment
            .filter { key, _ in
                names.contains(key) || key.hasPrefix("ALCEDO_") || key.hasPrefix("PKG_CONFIG")
            }
            // A line for each, whatever is in it.
            .map { "\($0.key)=\(String(reflecting: $0.value))" }.sorted()
    }
}
