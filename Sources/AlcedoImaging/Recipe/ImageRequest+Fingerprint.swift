public import AlcedoBase

extension ImageRequest {
    /// Digest of every setting of the request, independent of the source.
    public var fingerprint: ContentDigest {
        var writer = FieldWriter()
        writer.writeOptional(geometry.width) { $0.write($1) }
        writer.writeOptional(geometry.height) { $0.write($1) }
        writer.write(geometry.fit.rawValue)
        writer.write(geometry.position.rawValue)
        writer.writeOptional(geometry.focus) { writer, focus in
            writer.write(focus.x)
            writer.write(focus.y)
        }
        writer.write(geometry.enlarge)
        writer.write(density)
        writer.writeList(processors) { $0.write($1.identifier) }
        writer.writeOptional(background) { writer, color in
            for component in [color.red, color.green, color.blue, color.alpha] {
                writer.write(Int(component))
            }
        }
        writer.write(animation.rawValue)
        writer.write(color.rawValue)
        writer.writeList(encodings) { $1.write(to: &$0) }
        return writer.digest
    }
}

extension ImageEncoding {
    private func write(_ quality: ImageQuality, to writer: inout FieldWriter) {
        switch quality {
        case .lossless: writer.write("lossless")
        case .lossy(let value): writer.write(value)
        }
    }

    /// Writes every setting.
    func write(to writer: inout FieldWriter) {
        switch format {
        case .auto: writer.write("auto")
        case .source: writer.write("source")
        case .format(let format): writer.write(format.rawValue)
        }
        writer.writeList(quality.sorted { $0.key < $1.key }) { writer, entry in
            writer.write(entry.key.rawValue)
            write(entry.value, to: &writer)
        }
        writer.writeList(effort.sorted { $0.key < $1.key }) { writer, entry in
            writer.write(entry.key.rawValue)
            writer.write(entry.value)
        }
        writer.writeList(options.sorted { $0.key < $1.key }) { writer, entry in
            writer.write(entry.key.rawValue)
            writer.write(entry.value.identifier(for: entry.key))
        }
        writer.writeOptional(budget) { writer, budget in
            writer.write(budget.bytes)
            writer.write(budget.leastQuality)
        }
        writer.write(metadata.rawValue)
        writer.write(keepsPosition)
        writer.write(minimal)
    }
}
