#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ImageIndex {
    /// Returns the bytes of `index.json`: sorted keys, two spaces of indentation, UTF-8, a trailing newline. Equal
    /// values result in equal bytes on every platform.
    public func canonicalJSON() -> Data {
        // Roughly the size of an image with a few variants. Too little only costs a copy, too much nothing.
        var json = CanonicalJSON(capacity: 256 + 4096 * images.count)
        Self.write(
            baseURL: baseURL, generator: generator, order: order, siteIcons: siteIcons, version: version,
            to: &json
        ) { json in
            // Sorts only the keys: sorting moves its elements, and values may be large.
            for id in images.keys.sorted(by: Self.stands) {
                guard let entry = images[id] else { continue }
                json.key(id)
                entry.write(to: &json)
            }
        }
        return Data(json.bytes)
    }

    /// The depth of images in the text of an index.
    package static let depthOfEntries = 2

    /// Whether one id is written before another: by their bytes.
    package static func stands(_ id: String, before other: String) -> Bool {
        id.utf8.lexicographicallyPrecedes(other.utf8)
    }

    /// Writes an index. `images` writes the keys, in the order of ``stands(_:before:)``, and their values.
    package static func write(
        baseURL: String, generator: String, order: [String], siteIcons: Favicon? = nil,
        version: Int = ImageIndex.currentVersion, to json: inout CanonicalJSON,
        images: (inout CanonicalJSON) -> Void
    ) {
        json.object { json in
            json.member("baseURL", baseURL)
            json.member("generator", generator)
            json.key("images" as StaticString)
            json.object(.lines, images)
            json.member("order", order, .lines)
            siteIcons?.write(to: &json)
            json.member("version", version)
        }
        json.finish()
    }
}

extension ImageIndex.Parts {
    /// Writes the root.
    package func write(to json: inout CanonicalJSON) {
        json.object { json in
            json.member("baseURL", baseURL)
            json.member("generator", generator)
            json.key("order" as StaticString)
            order.write(to: &json)
            json.key("parts" as StaticString)
            json.array(parts) { json, part in part.write(to: &json) }
            siteIcons?.write(to: &json)
            json.member("version", version)
        }
        json.finish()
    }

    /// Writes the file with the order.
    package static func write(order: [String], to json: inout CanonicalJSON) {
        json.object { json in json.member("order", order, .lines) }
        json.finish()
    }
}

extension ImageIndex.Favicon {
    fileprivate func write(to json: inout CanonicalJSON) {
        json.key("siteIcons")
        json.object { json in
            json.key("files")
            json.array(files) { json, file in
                json.object(.line) { json in
                    json.member("bytes", file.bytes)
                    json.member("digest", file.digest)
                    json.member("file", file.file)
                    json.member("rel", file.rel)
                    json.member("sizes", file.sizes)
                    json.member("type", file.type)
                    json.member("url", file.url)
                }
            }
            json.member("folder", folder)
            json.member("source", source)
            json.member("themeColor", themeColor)
        }
    }
}

extension ImageIndex.Parts.File {
    fileprivate func write(to json: inout CanonicalJSON) {
        json.object(.line) { json in
            json.member("bytes", bytes)
            json.member("count", count)
            json.member("digest", digest)
            json.member("file", file)
            json.member("first", first)
        }
    }
}

// Members are in the order of their names. Values without objects are on one line, and so is `meta`.

extension ImageIndex.Entry {
    package func write(to json: inout CanonicalJSON) {
        json.object { json in
            json.member("alt", alt)
            json.member("fallback", fallback)
            json.media(media) { json, alternative in
                json.member("image", alternative.image)
                json.member("media", alternative.media)
            }
            meta?.write(to: &json)
            placeholders?.write(to: &json)
            source.write(to: &json)
            json.member("stale", stale)
            json.member("variants", sorted: variants) { json, variant in variant.write(to: &json) }
        }
    }
}

extension CanonicalJSON {
    /// Writes what is shown instead under conditions.
    fileprivate mutating func media<Item>(
        _ alternatives: [Item]?, _ write: (inout CanonicalJSON, Item) -> Void
    ) {
        guard let alternatives else { return }
        key("media")
        array(alternatives) { json, alternative in json.object(.line) { write(&$0, alternative) } }
    }
}

extension ImageIndex.Meta {
    fileprivate func write(to json: inout CanonicalJSON) {
        json.key("meta")
        json.object(.line) { json in
            json.member("altText", altText)
            json.member("city", city)
            json.member("copyright", copyright)
            json.member("country", country)
            json.member("creator", creator)
            json.member("credit", credit)
            json.member("dateTimeOriginal", dateTimeOriginal)
            json.member("description", description)
            json.member("digitalSourceType", digitalSourceType)
            json.member("exposureTime", exposureTime)
            json.member("extendedDescription", extendedDescription)
            json.member("fNumber", fNumber)
            json.member("focalLength", focalLength)
            if let gps {
                json.key("gps")
                json.object(.line) { json in
                    json.member("altitude", gps.altitude)
                    json.member("latitude", gps.latitude)
                    json.member("longitude", gps.longitude)
                }
            }
            json.member("isoSpeed", isoSpeed)
            json.member("keywords", keywords)
            json.member("lensModel", lensModel)
            json.member("licensorURL", licensorURL)
            json.member("location", location)
            json.member("make", make)
            json.member("model", model)
            json.member("rating", rating)
            json.member("state", state)
            json.member("title", title)
            json.member("usageTerms", usageTerms)
            json.member("webStatement", webStatement)
        }
    }
}

extension ImageIndex.Source {
    fileprivate func write(to json: inout CanonicalJSON) {
        json.key("source")
        json.object(.line) { json in
            json.member("bytes", bytes)
            json.member("digest", digest)
            json.member("format", format)
            json.member("frames", frames)
            json.member("height", height)
            json.member("path", path)
            json.member("url", url)
            json.member("width", width)
        }
    }
}

extension ImageIndex.Variant {
    fileprivate func write(to json: inout CanonicalJSON) {
        json.object { json in
            json.member("fallback", fallback)
            json.key("formats")
            json.array(formats) { json, format in format.write(to: &json) }
            if let img {
                json.key("img")
                json.object(.line) { json in
                    json.member("height", img.height)
                    json.member("src", img.src)
                    json.member("width", img.width)
                }
            }
            json.media(media) { json, alternative in
                json.member("media", alternative.media)
                json.member("variant", alternative.variant)
            }
            json.member("sizes", sizes)
            if let video {
                json.key("video" as StaticString)
                json.array(video) { json, file in
                    json.object(.line) { json in
                        json.member("bytes", file.bytes)
                        json.member("digest", file.digest)
                        json.member("duration", file.duration)
                        json.member("file", file.file)
                        json.member("height", file.height)
                        json.member("type", file.type)
                        json.member("url", file.url)
                        json.member("width", file.width)
                    }
                }
            }
        }
    }
}

extension ImageIndex.Format {
    fileprivate func write(to json: inout CanonicalJSON) {
        json.object { json in
            json.key("files")
            json.array(files) { json, file in
                json.object(.line) { json in
                    json.member("bytes", file.bytes)
                    json.member("density", file.density)
                    json.member("digest", file.digest)
                    json.member("encodes", file.encodes)
                    json.member("file", file.file)
                    json.member("height", file.height)
                    switch file.quality {
                    case .lossy(let value)?: json.member("quality", value)
                    case .lossless?: json.member("quality", "lossless")
                    case nil: break
                    }
                    json.member("score", file.score)
                    json.member("url", file.url)
                    json.member("width", file.width)
                }
            }
            json.member("format", format)
            json.member("srcset", srcset)
            json.member("type", type)
        }
    }
}
