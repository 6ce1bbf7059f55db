import AlcedoRecipes

extension OutputFormat {
    /// The container of a file.
    package var container: any EncodedContainer.Type {
        switch self {
        case .jpeg: ContainerJPEG.self
        case .png: ContainerPNG.self
        case .webp: ContainerWebP.self
        case .avif: ContainerISOMedia.self
        case .jxl: ContainerJXL.self
        case .gif: ContainerGIF.self
        case .custom: CustomContainer.self
        }
    }
}
