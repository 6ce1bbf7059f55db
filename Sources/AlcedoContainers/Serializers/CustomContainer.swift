import AlcedoBase
import AlcedoRecipes

/// The container of a custom format, which only its serializer knows.
enum CustomContainer: EncodedContainer {
    static func cleaned(_ data: Data, keeping parts: ContainerParts) throws(ContainerError) -> Data { data }

    static func inserting(tiff: Data?, xmp: Data?, into data: Data) throws(ContainerError) -> Data { data }

    static func check(_ data: Data) throws(ContainerError) {}
}
