// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Extending",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "alcedo", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "Extending", dependencies: [.product(name: "Alcedo", package: "alcedo")])
    ]
)
