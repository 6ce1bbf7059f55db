// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// A package that sites have, too, and may have pinned: every version from this one on is allowed. `.ci/lowest` sets
// ALCEDO_LOWEST and builds with the first of each.
func dependency(_ name: String, from version: Version) -> Package.Dependency {
    let url = "https://github.com/" + name
    return Context.environment["ALCEDO_LOWEST"] == nil
        ? .package(url: url, from: version) : .package(url: url, exact: version)
}

// Apple's SDK has libcurl and no .pc file for it, about which SwiftPM would warn.
#if os(macOS)
    let curl = Target.systemLibrary(name: "CCurl")
    let vipsHeaders = "vips"
    let glibHeaders = "glib-2.0"
#else
    // Elsewhere they are looked up when they are used (alcedo_library.h): these files name their headers alone.
    let curl = Target.systemLibrary(
        name: "CCurl", pkgConfig: Context.packageDirectory + "/Sources/CCurl/headers.pc",
        providers: [.apt(["libcurl4-openssl-dev"])])
    let vipsHeaders = Context.packageDirectory + "/Sources/CVips/headers.pc"
    let glibHeaders = Context.packageDirectory + "/Sources/CGLib/headers.pc"
#endif

let package = Package(
    name: "alcedo",
    platforms: [.macOS(.v13)],
    products: [
        // With the rooms that Alcedo exports again: the check for breakage of the API (.ci/api-breakage) only looks at targets
        // that a product names.
        .library(
            name: "Alcedo",
            targets: [
                "Alcedo", "AlcedoBase", "AlcedoRecipes", "AlcedoContainers", "AlcedoWorkers", "AlcedoImaging",
                "AlcedoLoading", "AlcedoCache", "AlcedoManifest", "AlcedoTools", "AlcedoGallery",
                "AlcedoReport", "AlcedoStarter", "AlcedoSitePages",
            ]),
        .library(name: "AlcedoIndex", targets: ["AlcedoIndex"]),
        .library(name: "AlcedoPages", targets: ["AlcedoPages"]),
        .executable(name: "alcedo", targets: ["AlcedoExecutable"]),
        .plugin(name: "AlcedoImages", targets: ["AlcedoImages"]),
        .plugin(name: "AlcedoImagesCommand", targets: ["AlcedoImagesCommand"]),
        .plugin(name: "AlcedoFetchImagesCommand", targets: ["AlcedoFetchImagesCommand"]),
    ],
    traits: [
        .trait(name: "Dev", description: "The preview server, 'alcedo dev', with SwiftNIO.")
    ],
    dependencies: [
        dependency("apple/swift-argument-parser", from: "1.5.0"),
        // Neither loaded nor compiled without the trait.
        dependency("apple/swift-nio", from: "2.81.0"),
    ],
    targets: [
        // The system libraries: module maps only. No Swift file imports CVips or CCurl.
        .systemLibrary(
            name: "CVips", pkgConfig: vipsHeaders,
            providers: [.apt(["libvips-dev"]), .brew(["vips"])]),
        .systemLibrary(
            name: "CGLib", pkgConfig: glibHeaders,
            providers: [.apt(["libvips-dev"]), .brew(["vips"])]),
        .systemLibrary(
            name: "CExif", pkgConfig: "libexif",
            providers: [.apt(["libexif-dev"]), .brew(["libexif"])]),
        .systemLibrary(
            name: "CYAML", pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        curl,
        // What libvips itself stands on; its -dev package brings them.
        .systemLibrary(
            name: "CJPEG", pkgConfig: "libjpeg",
            providers: [.apt(["libvips-dev"]), .brew(["jpeg-turbo"])]),
        .systemLibrary(
            name: "CDeflate", pkgConfig: "libdeflate",
            providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),

        // C with fixed signatures, callable from Swift.
        .target(name: "CDigest", dependencies: ["CAlcedoSystem", "CGLib"]),
        .target(name: "CVipsShims", dependencies: ["CAlcedoSystem", "CVips"]),
        .target(name: "CAlcedoSystem"),
        .target(name: "CSandbox"),
        // Files that the tool writes and serves; also those of site-template.
        .target(name: "CAssets", exclude: ["preview.js", "report.css", "report.js"]),
        // Pango and Cairo are looked up when they are used.
        .target(name: "CText", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        .target(name: "CResample", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        .target(name: "CMetric", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        .target(
            name: "CCodecs", dependencies: ["CJPEG", "CDeflate"],
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        .target(
            name: "CTransfer", dependencies: ["CAlcedoSystem", "CCurl"],
            linkerSettings: [.linkedLibrary("curl", .when(platforms: [.macOS]))]),

        // What every room needs and no room owns.
        .target(
            name: "AlcedoBase", dependencies: ["CDigest", "CAlcedoSystem"], swiftSettings: swiftSettings),

        // The rooms. Recipes, what a container says about its picture, and the process that works are values and messages, which
        // everyone may import; only who works in process imports AlcedoImaging. The others do not import one another.
        .target(name: "AlcedoIndex", swiftSettings: swiftSettings),
        .target(name: "AlcedoMarkup", swiftSettings: swiftSettings),
        .target(
            name: "AlcedoPages", dependencies: ["AlcedoIndex", "AlcedoMarkup"], swiftSettings: swiftSettings),
        .target(
            name: "AlcedoRecipes",
            dependencies: ["AlcedoBase", "CAlcedoSystem", "CCodecs", "CMetric", "CText"],
            swiftSettings: swiftSettings),
        .target(
            name: "AlcedoContainers",
            dependencies: [
                "AlcedoBase", "AlcedoMarkup", "AlcedoRecipes", "CAlcedoSystem", "CExif", "CDigest",
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "AlcedoWorkers",
            dependencies: ["AlcedoBase", "AlcedoRecipes", "AlcedoContainers", "CAlcedoSystem", "CSandbox"],
            swiftSettings: swiftSettings),
        .target(
            name: "AlcedoImaging",
            dependencies: [
                "AlcedoBase", "AlcedoRecipes", "AlcedoContainers", "AlcedoWorkers", "CAlcedoSystem",
                "CVipsShims", "CCodecs", "CResample", "CMetric", "CText",
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "AlcedoLoading", dependencies: ["AlcedoBase", "CTransfer"], swiftSettings: swiftSettings),
        .target(
            name: "AlcedoCache", dependencies: ["AlcedoBase", "CDeflate"], swiftSettings: swiftSettings),

        // What a site asks for: the manifest, its lock file and its paths.
        .target(
            name: "AlcedoManifest",
            dependencies: [
                "AlcedoBase", "AlcedoIndex", "AlcedoMarkup", "AlcedoRecipes", "AlcedoLoading",
                "AlcedoCache", "CYAML",
            ],
            swiftSettings: swiftSettings),

        // The front door: the pipeline that joins the rooms, and the sites that it builds.
        .target(
            name: "Alcedo",
            dependencies: [
                "AlcedoBase", "AlcedoIndex", "AlcedoRecipes", "AlcedoContainers", "AlcedoWorkers",
                "AlcedoLoading", "AlcedoCache", "AlcedoManifest",
            ],
            swiftSettings: swiftSettings),

        // The tools beside the pipeline. They know the index, and neither they nor the pipeline import the other.
        .target(name: "AlcedoTools", dependencies: ["AlcedoBase"], swiftSettings: swiftSettings),
        .target(
            name: "AlcedoGallery",
            dependencies: [
                "AlcedoBase", "AlcedoIndex", "AlcedoRecipes", "AlcedoLoading", "AlcedoCache",
                "AlcedoManifest", "AlcedoMarkup", "AlcedoTools", "CAssets",
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "AlcedoReport",
            dependencies: [
                "AlcedoBase", "AlcedoIndex", "AlcedoRecipes", "AlcedoContainers", "AlcedoLoading",
                "AlcedoCache", "AlcedoManifest", "AlcedoMarkup", "AlcedoTools", "CAssets",
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "AlcedoStarter",
            dependencies: [
                "AlcedoBase", "AlcedoIndex", "AlcedoRecipes", "AlcedoLoading", "AlcedoCache",
                "AlcedoManifest", "AlcedoGallery",
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "AlcedoSitePages",
            dependencies: [
                "AlcedoBase", "AlcedoIndex", "AlcedoPages", "AlcedoLoading", "AlcedoManifest", "AlcedoMarkup",
                "AlcedoReport", "AlcedoTools",
            ],
            swiftSettings: swiftSettings),
        // The preview server. Only a tool with the trait has it.
        .target(
            name: "AlcedoPreview",
            dependencies: [
                "Alcedo", "AlcedoBase", "AlcedoIndex", "AlcedoLoading", "AlcedoManifest", "AlcedoPages",
                "AlcedoRecipes", "AlcedoContainers", "AlcedoReport", "AlcedoSitePages", "CAssets",
            ]
                + ["NIOCore", "NIOPosix", "NIOHTTP1"].map {
                    .product(name: $0, package: "swift-nio", condition: .when(traits: ["Dev"]))
                },
            swiftSettings: swiftSettings),
        // What every command does: streams, signals, exit codes; and the command of the build-tool plugin.
        .target(
            name: "AlcedoTerminal",
            dependencies: [
                "Alcedo", "AlcedoBase", "AlcedoIndex", "AlcedoManifest", "AlcedoRecipes", "AlcedoWorkers",
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "AlcedoCommand",
            dependencies: [
                "Alcedo", "AlcedoBase", "AlcedoCache", "AlcedoGallery", "AlcedoImaging", "AlcedoIndex",
                "AlcedoManifest", "AlcedoMarkup", "AlcedoPages", "AlcedoRecipes", "AlcedoReport",
                "AlcedoSitePages", "AlcedoStarter", "AlcedoTerminal", "AlcedoTools", "AlcedoWorkers",
                .target(name: "AlcedoPreview", condition: .when(traits: ["Dev"])),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "AlcedoExecutable", dependencies: ["AlcedoCommand"], swiftSettings: swiftSettings),
        .executableTarget(
            name: "AlcedoImagesTool", dependencies: ["AlcedoImaging", "AlcedoTerminal"],
            swiftSettings: swiftSettings),

        // The command plugins: two verbs, because SwiftPM demands every declared permission on every run. They
        // depend on no target on purpose (Plugins/BuiltTool/ToolBuild.swift says why).
        .plugin(
            name: "AlcedoImagesCommand",
            capability: .command(
                intent: .custom(verb: "images", description: "Build the images that images.yml asks for"),
                permissions: [
                    .writeToPackageDirectory(reason: "to write the images, their index and the cache")
                ])),
        .plugin(
            name: "AlcedoFetchImagesCommand",
            capability: .command(
                intent: .custom(
                    verb: "fetch-images", description: "Load the remote sources of images.yml"),
                permissions: [
                    .writeToPackageDirectory(reason: "to write the lock file and the cache"),
                    .allowNetworkConnections(
                        scope: .all(ports: []), reason: "to load the remote sources that images.yml names"),
                ])),

        // The build-tool plugin. It does depend on the tool: a build system builds that one itself.
        .plugin(name: "AlcedoImages", capability: .buildTool(), dependencies: ["AlcedoImagesTool"]),

        // The fonts that the tests see, and what they write PNG files with. No product has them.
        .target(name: "CTestFonts", path: "Tests/CTestFonts"),
        .target(name: "CTestPNG", path: "Tests/CTestPNG"),
        .testTarget(name: "AlcedoBaseTests", dependencies: ["AlcedoBase"], swiftSettings: swiftSettings),
        .testTarget(name: "AlcedoIndexTests", dependencies: ["AlcedoIndex"], swiftSettings: swiftSettings),
        .testTarget(name: "AlcedoMarkupTests", dependencies: ["AlcedoMarkup"], swiftSettings: swiftSettings),
        .testTarget(
            name: "AlcedoPagesTests", dependencies: ["AlcedoMarkup", "AlcedoPages"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AlcedoImagingTests",
            dependencies: [
                "AlcedoBase", "AlcedoRecipes", "AlcedoContainers", "AlcedoWorkers", "AlcedoImaging",
                "CResample", "CTestFonts", "CTestPNG",
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AlcedoLoadingTests", dependencies: ["AlcedoLoading", "AlcedoBase"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AlcedoCacheTests", dependencies: ["AlcedoCache", "AlcedoBase"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AlcedoManifestTests",
            dependencies: ["AlcedoManifest", "AlcedoImaging", "AlcedoRecipes", "CTestFonts"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AlcedoToolsTests",
            dependencies: [
                "Alcedo", "AlcedoImaging", "AlcedoPages", "AlcedoTools", "AlcedoGallery", "AlcedoReport",
                "AlcedoStarter", "AlcedoSitePages", "CTestFonts", "CTestPNG",
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AlcedoPreviewTests",
            dependencies: ["AlcedoPreview", "Alcedo", "AlcedoBase", "AlcedoImaging", "AlcedoManifest"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AlcedoTests",
            dependencies: [
                "Alcedo", "AlcedoImaging", "AlcedoTools", "AlcedoSitePages", "CTestFonts", "CTestPNG",
            ],
            swiftSettings: swiftSettings),
        .testTarget(name: "AlcedoPluginTests", swiftSettings: swiftSettings),
    ]
)

// C is optimized in builds for debugging, too: pictures are most of the work there, and of the tests. Since tools version 6.2, a package
// on which another one depends by version may choose flags.
for target in package.targets where target.name.hasPrefix("C") && target.type == .regular {
    target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(["-O2"])]
}

// For work on the package itself, as the README's test command has it: SwiftPM compiles the plugin's tool for the host, and with it
// every library below it a second time.
if Context.environment["ALCEDO_WITHOUT_PLUGIN"] != nil {
    package.products.removeAll { $0.name == "AlcedoImages" }
    package.targets.removeAll { ["AlcedoImages", "AlcedoImagesTool"].contains($0.name) }
}
