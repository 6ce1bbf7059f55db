import AlcedoBase
import AlcedoImaging

extension VariantPlan {
    static func fingerprint(of variants: [Variant], focus: FocalPoint?) -> ContentDigest {
        var writer = FieldWriter()
        writer.writeOptional(focus) { writer, focus in
            writer.write(focus.x)
            writer.write(focus.y)
        }
        writer.writeList(variants) { $1.writePixels(to: &$0) }
        return writer.digest
    }
}

extension Variant {
    /// Writes everything that determines the bytes of the variant's files, and its name.
    func writePixels(to writer: inout FieldWriter) {
        writer.write(name)
        writer.writeOptional(width) { $0.write($1) }
        writer.writeOptional(height) { $0.write($1) }
        writer.writeList(widths) { $0.write($1) }
        writer.writeList(densities) { $0.write($1) }
        writer.write(fit.rawValue)
        writer.write(position.rawValue)
        writer.write(positionIsExplicit)
        writer.write(enlarge)
        writer.writeList(processors) { $0.write($1.identifier) }
        writer.writeOptional(background) { writer, color in
            for component in [color.red, color.green, color.blue, color.alpha] {
                writer.write(Int(component))
            }
        }
        writer.writeList(formats) { writer, format in
            switch format {
            case .auto: writer.write("auto")
            case .source: writer.write("source")
            case .format(let format): writer.write(format.rawValue)
            }
        }
        writer.writeList(quality.sorted { $0.key < $1.key }) { writer, entry in
            writer.write(entry.key.rawValue)
            switch entry.value {
            case .lossless: writer.write("lossless")
            case .lossy(let value): writer.write(value)
            }
        }
        writer.writeList(effort.sorted { $0.key < $1.key }) { writer, entry in
            writer.write(entry.key.rawValue)
            writer.write(entry.value)
        }
        writer.writeList(options.sorted { $0.key < $1.key }) { writer, entry in
            writer.write(entry.key.rawValue)
            entry.value.write(to: &writer)
        }
        writer.writeOptional(budget) { writer, budget in
            writer.write(budget.bytes)
            writer.write(budget.leastQuality)
        }
        writer.write(dropsLarger)
        writer.write(metadata.rawValue)
        writer.write(gps.rawValue)
        writer.write(color.rawValue)
        writer.write(animated.rawValue)
        writer.write(isInline)
    }

    /// Writes everything that determines only the index and the names of the files.
    func writePresentation(to writer: inout FieldWriter) {
        writer.write(name)
        writer.writeOptional(sizes) { $0.write($1) }
        writer.write(nameTemplate.written)
        writer.write(isInline)
    }
}

extension EncoderOptions {
    fileprivate func write(to writer: inout FieldWriter) {
        writer.write(progressive)
        writer.write(chroma.rawValue)
        writer.writeOptional(colors) { $0.write($1) }
        writer.write(dither)
        writer.write(nearLossless)
    }
}
