extension ImageFacts {
    /// The size as displayed.
    public var displayedSize: PixelSize { PixelSize(width: width, height: height) }
}
