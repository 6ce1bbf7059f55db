import Testing

@testable import AlcedoImaging

@Suite struct WorkerEnvironmentTests {
    @Test func onlyWhatLibrariesReadIsPassedOn() {
        let needed = [
            "LANG": "de_DE.UTF-8", "LC_ALL": "C", "TZ": "UTC", "FONTCONFIG_FILE": "/f",
            "LD_LIBRARY_PATH": "/l",
            "VIPS_NOVECTOR": "1", "ALCEDO_ENGINE": "vips",
        ]
        let others = [
            "HOME": "/home/ada", "PATH": "/bin", "AWS_SECRET_ACCESS_KEY": "s", "GITHUB_TOKEN": "t", "CI": "1",
            "ALCEDO_FAULT": "kill:1", "ALCEDO_CACHE_DIR": "/c", "HTTPS_PROXY": "http://user:password@proxy",
            "XDG_RUNTIME_DIR": "/run", "TMPDIR": "/tmp", "SSH_AUTH_SOCK": "/s", "OMP_NUM_THREADS": "64",
            "LANGUAGES": "x", "": "", "MAGICK_CONFIGURE_PATH": "/m",
        ]
        var expected = needed
        expected["ALCEDO_WORKER"] = "1"
        expected["SWIFT_BACKTRACE"] = "enable=no"
        expected["OMP_NUM_THREADS"] = "1"
        expected["VIPS_DISC_THRESHOLD"] = "1000g"
        #expect(WorkerEnvironment.of(needed.merging(others) { $1 }) == expected)
    }
}
