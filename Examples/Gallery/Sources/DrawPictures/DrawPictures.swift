import Foundation

@main struct DrawPictures {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let folder = arguments.first ?? "Pictures"
        let only = arguments.dropFirst()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for scene in Scene.all where only.isEmpty || only.contains(where: { scene.path.contains($0) }) {
            let clock = ContinuousClock()
            let time = try clock.measure {
                try PictureFile.write(scene, to: folder + "/" + scene.path.replacingOccurrences(of: "/", with: "-"))
            }
            print(scene.path, time)
        }
    }
}

extension Scene {
    static let all: [Scene] = [
        Feathers.scene, AlpineLake.scene, GlassAndGold.scene, Nebula.scene, Seahorses.scene, Marble.scene,
        SunsetSea.scene, Dunes.scene, Aurora.scene, StainedGlass.scene, SoapBubbles.scene, PaperHills.scene,
        Sunflower.scene,
    ]
}
