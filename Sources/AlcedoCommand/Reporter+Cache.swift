import Alcedo
import AlcedoBase
import AlcedoCache
import AlcedoManifest

extension Reporter {
    func tell(_ status: SiteCache.Status) {
        if isJSON { return sayAsIs(JSONLine.of(status)) }
        say("\(status.directory): \(counted(status.entries, "entry", "entries")), \(byteCount(status.bytes))")
        for kind in status.kinds {
            say("  \(kind.name): \(counted(kind.entries, "file")), \(byteCount(kind.bytes))")
        }
        say(
            "  used by the last builds: \(counted(status.inUse.entries, "file")), \(byteCount(status.inUse.bytes))"
        )
        if let remote = status.remote {
            say("  shared cache: \(remote.address), \(remote.mode.rawValue)")
        }
        if !status.limits.isUnlimited { say("  limits: " + describe(status.limits)) }
        if !status.formats.isEmpty { say("  format: " + status.formats.joined(separator: ", ")) }
        if let lastUse = status.lastUse { say("  last use: \(lastUse.ISO8601Format())") }
        if let build = status.lastBuild {
            let statistics = build.statistics
            say(
                "  last build with something to do: \(build.date.ISO8601Format()), "
                    + "\(counted(statistics.hits, "hit")), \(counted(statistics.misses, "miss", "misses")), "
                    + "\(grouped(statistics.bad)) bad, \(grouped(statistics.stored)) stored "
                    + "(\(byteCount(statistics.storedBytes)))")
        }
        if let trimming = status.lastTrimming {
            say(
                "  last trimming: \(trimming.date.ISO8601Format()), "
                    + "\(counted(trimming.entries, "file")) removed, \(byteCount(trimming.bytes))")
        }
    }

    func tell(_ trimming: DiskStore.Trimming, of directory: String, limits: CacheLimits, unused: Bool) {
        var parts: [String] = []
        if trimming.removedEntries > 0 {
            parts.append(
                "\(counted(trimming.removedEntries, "file")) removed, \(byteCount(trimming.removedBytes))")
        }
        if trimming.leftovers > 0 {
            parts.append("\(counted(trimming.leftovers, "unfinished file")) removed")
        }
        if !trimming.oldVersions.isEmpty {
            parts.append("old format \(trimming.oldVersions.joined(separator: ", ")) removed")
        }
        if parts.isEmpty { parts.append("nothing to remove") }
        if !trimming.gaveUp {
            parts.append(
                "\(counted(trimming.keptEntries, "file")) left, \(byteCount(trimming.keptBytes))")
        }
        say("\(directory): " + parts.joined(separator: "; "))
        if trimming.isAboveLimit {
            note("the rest is above \(describe(limits)), but the last builds use it")
        }
        if trimming.isUnfinished {
            note(
                "no build with this cache has ended, so all of it is unused; it was left, as an interrupted build or a shard may "
                    + "have made it: 'alcedo cache clear' removes it")
        }
        if limits.isUnlimited, !unused {
            note(
                "there is no limit; give --max-size, --max-age or --unused, or set limits in the manifest's 'cache'"
            )
        }
        if trimming.gaveUp { fail("other processes keep \(directory) busy; trim it later") }
    }

    func tell(_ verification: DiskStore.Verification, of directory: String) {
        for fault in verification.faults { say("\(directory)/\(fault)") }
        let bad = verification.faults.isEmpty ? "all good" : "\(grouped(verification.faults.count)) bad"
        say(
            "\(directory): \(counted(verification.entries, "file")) verified, "
                + "\(byteCount(verification.bytes)); \(bad)")
    }

    private func describe(_ limits: CacheLimits) -> String {
        [limits.maxSize.map(byteCount), limits.maxAge.map { "\(grouped(Int($0 / 3600))) hours unused" }]
            .compactMap(\.self).joined(separator: ", ")
    }
}
