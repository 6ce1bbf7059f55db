/// The eight ways in which a camera may store a picture.
enum Turning {
    /// The pixels as they have to be stored, so that a viewer that obeys this EXIF orientation shows `raster`.
    ///
    /// EXIF 2.32, tag 0x0112, says for each value which side of the picture the first stored row and the first stored
    /// column are: 1 top and left, 2 top and right, 3 bottom and right, 4 bottom and left, 5 left and top, 6 right and
    /// top, 7 right and bottom, 8 left and bottom.
    static func stored(_ raster: Raster, orientation: Int) -> Raster {
        let (width, height) = (raster.size.width, raster.size.height)
        let isTurned = orientation >= 5
        var stored = raster
        stored.size = isTurned ? Size(width: height, height: width) : raster.size
        for row in 0..<stored.size.height {
            for column in 0..<stored.size.width {
                let (x, y) =
                    switch orientation {
                    case 2: (width - 1 - column, row)
                    case 3: (width - 1 - column, height - 1 - row)
                    case 4: (column, height - 1 - row)
                    case 5: (row, column)
                    case 6: (width - 1 - row, column)
                    case 7: (width - 1 - row, height - 1 - column)
                    case 8: (row, height - 1 - column)
                    default: (column, row)
                    }
                stored.pixels[row * stored.size.width + column] = raster.pixels[y * width + x]
            }
        }
        return stored
    }
}
