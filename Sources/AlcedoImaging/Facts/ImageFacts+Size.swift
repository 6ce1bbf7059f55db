extension ImageFacts {
    /// Its size as displayed.
    public var displayedSize: PixelSize { PixelSize(width: width, height: height) }
}
