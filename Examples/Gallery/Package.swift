// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Gallery",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "alcedo", path: "../..")
    ],
    targets: [
        // Draws the pictures, so that the repository need not carry them.
        .executableTarget(
            name: "DrawPictures", dependencies: [.product(name: "Alcedo", package: "alcedo")],
            // Each pixel of these pictures is computed in Swift, which takes minutes in a debug build.
            swiftSettings: [.unsafeFlags(["-O"])]),
        // Stands in for the rest of the web.
        .executableTarget(name: "ServeRemote"),
        // Makes the page: what a site generator would do.
        .executableTarget(
            name: "MakePage", dependencies: [.product(name: "AlcedoIndex", package: "alcedo")]),
    ]
)
