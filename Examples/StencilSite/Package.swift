// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "StencilSite",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "alcedo", path: "../.."),
        .package(url: "https://github.com/stencilproject/Stencil", from: "0.15.1"),
    ],
    targets: [
        .executableTarget(
            name: "Site",
            dependencies: [
                .product(name: "AlcedoIndex", package: "alcedo"),
                .product(name: "Stencil", package: "Stencil"),
            ])
    ]
)
