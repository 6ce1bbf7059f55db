import AlcedoRecipes

/// The environment of workers: what their libraries read, and nothing of the build's secrets.
enum WorkerEnvironment {
    /// Names that are passed on: libraries of the loader, and what selects an engine.
    /// `LD_PRELOAD` is for memory allocators; setting it takes control of the build anyway. `ALCEDO_TEST_MARK` finds the
    /// processes of a build in tests.
    private static let names: Set<String> = [
        "LD_LIBRARY_PATH", "LD_PRELOAD", "MALLOC_ARENA_MAX", "MALLOC_CONF", "LIBHEIF_PLUGIN_PATH",
        "ALCEDO_ENGINE", "ALCEDO_TEST_MARK",
    ]

    /// Beginnings of names that are passed on. The fonts of fontconfig are part of the key.
    private static let prefixes = ["FONTCONFIG_", "VIPS_", "DYLD_", "ORC_", "GLIBC_TUNABLES"]

    /// Returns the variables of a worker whose coordinator has `variables`.
    static func of(_ variables: [String: String]) -> [String: String] {
        var environment = variables.filter { variable in
            names.contains(variable.key) || prefixes.contains { variable.key.hasPrefix($0) }
        }
        environment.merge(Surroundings.fixed) { $1 }
        // Without it, the machine's own.
        environment["TZ"] = "UTC0"
        environment[WorkerProtocol.variable] = "1"
        // A crash is reported in one line; a backtrace takes seconds, and another program.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        // Above this size, libvips would decode into a temporary file, which a worker may not create.
        environment["VIPS_DISC_THRESHOLD"] = "1000g"
        // The color quantization library would start threads that busy-wait.
        environment["OMP_NUM_THREADS"] = "1"
        return environment
    }
}
