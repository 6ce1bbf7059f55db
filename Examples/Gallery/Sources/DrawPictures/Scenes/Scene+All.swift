extension Scene {
    /// The local pictures.
    static let local: [Scene] =
        [
            Feathers.scene, AlpineLake.scene, StainedGlass.scene, SunsetSea.scene, GlassAndGold.scene,
            Aurora.scene,
            Marble.scene, Dunes.scene, Seahorses.scene, Nebula.scene, PaperHills.scene, SoapBubbles.scene,
            Sunflower.scene,
        ] + Hours.scenes

    /// The pictures of the small server. They are in the repository, because `images.lock` pins their bytes.
    static let remote: [Scene] = [Planets.ringed, Planets.cratered]
}
