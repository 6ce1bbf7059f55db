import AlcedoBase
package import AlcedoRecipes

/// Judgement of a file by its first block, before the rest is read.
package enum FirstBlock {
    /// Number of bytes at the beginning: one more than the longest prologue that is looked through, so that the block is
    /// known to be a part.
    package static let count = 65_537
    /// Number of bytes at the end, where one type has its signature.
    package static let endCount = 64

    /// Returns the error that decoding a file of more than ``count`` bytes would end with; `nil` if it may be a picture.
    package static func refusal(beginning: [UInt8], end: [UInt8]) -> ImagingError? {
        let type = ImageType.sniff(Data(beginning))
        if type?.isSupported == true { return nil }
        return (beginning + end).withUnsafeBytes { DecodeReason.unsupported(type, $0) }
    }
}
