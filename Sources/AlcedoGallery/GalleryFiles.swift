import CAssets

/// The template of a gallery that `alcedo init` writes: the files of `site-template`.
package enum GalleryFiles {
    /// The folder that it is written into, beside the manifest.
    package static let folder = "gallery"

    /// The files with their names.
    package static let all: [(name: String, bytes: [UInt8])] = {
        var files: [(name: String, bytes: [UInt8])] = []
        while true {
            let file = alcedo_gallery_file(files.count)
            guard let name = file.name, let text = file.text else { return files }
            files.append((String(cString: name), Array(String(cString: text).utf8)))
        }
    }()
}
