// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Server",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "alcedo", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    ],
    targets: [
        .executableTarget(
            name: "Server",
            dependencies: [
                .product(name: "AlcedoIndex", package: "alcedo"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            // Reads Sources/Server/images.yml: the pictures go into the target's bundle.
            plugins: [.plugin(name: "AlcedoImages", package: "alcedo")])
    ]
)
