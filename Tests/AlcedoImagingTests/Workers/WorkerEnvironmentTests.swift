import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct WorkerEnvironmentTests {
    @Test func onlyWhatLibrariesReadIsPassedOn() {
        let needed = [
            "FONTCONFIG_FILE": "/f", "LD_LIBRARY_PATH": "/l", "LIBHEIF_PLUGIN_PATH": "/p",
            "VIPS_NOVECTOR": "1", "ALCEDO_ENGINE": "vips",
        ]
        let others = [
            "HOME": "/home/ada", "PATH": "/bin", "AWS_SECRET_ACCESS_KEY": "s", "GITHUB_TOKEN": "t", "CI": "1",
            "ALCEDO_FAULT": "kill:1", "ALCEDO_CACHE_DIR": "/c", "HTTPS_PROXY": "http://user:password@proxy",
            "XDG_RUNTIME_DIR": "/run", "TMPDIR": "/tmp", "SSH_AUTH_SOCK": "/s", "OMP_NUM_THREADS": "64",
            "LANGUAGES": "x", "LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8", "LC_NUMERIC": "de_DE.UTF-8",
            "LANGUAGE": "de", "TZ": "Asia/Tokyo", "TZDIR": "/z", "FC_LANG": "ja", "PANGO_LANGUAGE": "ja",
            "XDG_DATA_DIRS": "/x", "FREETYPE_PROPERTIES": "cff:no-stem-darkening=0",
            "PANGOCAIRO_BACKEND": "fc",
            "": "", "MAGICK_CONFIGURE_PATH": "/m",
        ]
        var expected = needed
        // One language, one way to write numbers, and one time zone on each machine.
        expected["LANGUAGE"] = "C"
        expected["LC_ALL"] = "C"
        expected["FC_LANG"] = "en"
        expected["TZ"] = "UTC0"
        expected["ALCEDO_WORKER"] = "1"
        expected["SWIFT_BACKTRACE"] = "enable=no"
        expected["OMP_NUM_THREADS"] = "1"
        expected["VIPS_DISC_THRESHOLD"] = "1000g"
        #expect(WorkerEnvironment.of(needed.merging(others) { $1 }) == expected)
    }
}
