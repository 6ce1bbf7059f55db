import AlcedoBase
import AlcedoIndex
import AlcedoManifest

extension IndexAssembly {
    /// Cuts the index into parts, which become files of the site, and returns the text of the root in pieces.
    ///
    /// - Throws: `SiteError.collision(_:)` if a picture has the name of a part.
    mutating func root(
        siteIcons: ImageIndex.Favicon?, order: [String], rows: [Ledger.Row], keeping kept: KeptEntries?,
        cut: IndexCut,
        _ names: IndexPartNames
    ) throws(SiteError) -> [ArraySlice<UInt8>] {
        var ids: [String] = []
        var texts: [ArraySlice<UInt8>] = []
        forEachEntry(rows, keeping: kept) { id, text in
            ids.append(id)
            texts.append(text)
        }
        var parts: [ImageIndex.Parts.File] = []
        for range in cut.ranges(of: ids) {
            let first = ids[range.lowerBound]
            if let part = kept?.parts[first] {
                parts.append(part)
                continue
            }
            var json = CanonicalJSON()
            ImageIndex.write(
                baseURL: manifest.baseURL, generator: Self.generator, order: Array(ids[range]), to: &json
            ) { json in
                for place in range {
                    json.key(ids[place])
                    json.value(texts[place])
                }
            }
            parts.append(try add(json, count: range.count, first: first, names))
        }
        var json = CanonicalJSON()
        ImageIndex.Parts.write(order: order, to: &json)
        let file = try add(json, count: order.count, names)
        var root = CanonicalJSON()
        ImageIndex.Parts(
            baseURL: manifest.baseURL, generator: Self.generator, order: file, parts: parts,
            siteIcons: siteIcons
        ).write(to: &root)
        return root.pieces
    }

    private mutating func add(
        _ json: CanonicalJSON, count: Int, first: String? = nil, _ names: IndexPartNames
    ) throws(SiteError) -> ImageIndex.Parts.File {
        var data = Data(capacity: json.count)
        for piece in json.pieces { data.append(contentsOf: piece) }
        let digest = ContentDigest(hashing: data)
        let file = ImageIndex.Parts.File(
            bytes: data.count, count: count, digest: digest.sri, file: names.name(of: digest), first: first)
        if let name = names.inOutput(file.file) {
            try add(
                part: SiteFile(
                    name: name, digest: digest, bytes: data.count, content: .memory(data),
                    source: "the index",
                    isOfIndex: true
                ))
        }
        return file
    }
}
