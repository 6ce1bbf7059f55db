import Testing

/// A plugin cannot be imported, so the two files under test are linked into this target.
@Suite struct ToolArgumentsTests {
    @Test(arguments: [
        ["--allow-writing-to-package-directory"],
        ["--disable-sandbox"],
        ["--allow-network-connections", "all"],
        ["--allow-network-connections=all"],
        ["--allow-writing-to-directory", "/srv/site"],
        ["--package", "alcedo"],
    ])
    func flagsOfSwiftPMAreTakenOut(flags: [String]) {
        #expect(ToolArguments(["check"] + flags + ["--jobs", "2"]).words == ["check", "--jobs", "2"])
    }

    @Test func theUsersWordsKeepTheirOrderAndSpelling() {
        let typed = ["build", "--only", "a b/*.jpg", "--packages=x", "--json", ""]
        #expect(ToolArguments(typed).words == typed)
    }

    @Test func nothingAfterTwoDashesIsTakenOut() {
        #expect(
            ToolArguments(["update", "--", "--package", "x"]).words == ["update", "--", "--package", "x"])
    }

    @Test(arguments: [
        ["--manifest", "a.yml"], ["--manifest=a.yml"], ["-m", "a.yml"], ["-m=a.yml"], ["--version"], ["init"],
        ["help", "build"],
    ])
    func theManifestIsNotAddedIfNamedOrUnneeded(words: [String]) {
        #expect(!ToolArguments(words).needsManifest)
    }

    @Test(arguments: [[], ["build"], ["cache", "status"], ["--", "--manifest"]])
    func theManifestIsThePackagesOtherwise(words: [String]) {
        #expect(ToolArguments(words).needsManifest)
    }

    @Test(arguments: [["init"], ["init", "--for", "hugo"], ["init", "--for=hugo", "--quiet"]])
    func aManifestWithoutAPlaceBeginsInThePackage(_ words: [String]) {
        #expect(ToolArguments(words).beginsHere)
    }

    @Test(arguments: [
        [], ["build"], ["init", "there"], ["init", "--for", "hugo", "there"], ["init", "--", "-x"],
    ])
    func anyOtherBeginsWhereTheUserSays(_ words: [String]) {
        #expect(!ToolArguments(words).beginsHere)
    }

    @Test func theManifestGoesBehindTheOptionsAndBeforeTwoDashes() {
        #expect(
            ToolArguments.adding(manifest: "/s/images.yml", to: ["update", "--quiet", "--", "a*"])
                == ["update", "--quiet", "--manifest", "/s/images.yml", "--", "a*"])
        #expect(ToolArguments.adding(manifest: "/s/images.yml", to: []) == ["--manifest", "/s/images.yml"])
    }

    @Test(arguments: [
        ([], true), (["--jobs", "2"], true), (["build", "--quiet"], true), (["check"], true),
        (["fetch"], true),
        (["clean"], false), (["cache", "clear"], false), (["--only", "a"], false),
        (["build", "--output=o"], false),
        (["--cache-dir", "c"], false), (["--no-cache"], false),
    ])
    func whatNamesNoPlaceIsForTheManifestsOfTargetsToo(words: [String], expected: Bool) {
        #expect(ToolArguments(words).isForAllManifests == expected)
    }

    @Test(arguments: [(["--help"], true), (["check", "-h"], true), (["help"], true), (["--", "-h"], false)])
    func helpIsRecognised(words: [String], expected: Bool) {
        #expect(ToolArguments(words).asksForHelp == expected)
    }
}

@Suite struct PluginVerbTests {
    @Test func imagesBuildsUnlessAnotherCommandIsGiven() {
        #expect(PluginVerb.images.command(with: []) == ["build"])
        #expect(PluginVerb.images.command(with: ["--help"]) == ["build", "--help"])
        #expect(PluginVerb.images.command(with: ["--jobs", "2"]) == ["build", "--jobs", "2"])
        #expect(PluginVerb.images.command(with: ["check"]) == ["check"])
    }

    @Test func picturesOfATargetAreMadeReadyAndNotPublished() {
        #expect(
            PluginVerb.images.targetCommand(for: ["build", "--jobs", "2"])
                == ["build", "--cache-only", "--jobs", "2"])
        #expect(PluginVerb.images.targetCommand(for: ["check"]) == ["check"])
        #expect(PluginVerb.fetchImages.targetCommand(for: ["fetch"]) == ["fetch"])
    }

    @Test func fetchImagesFetchesUnlessUpdateIsGiven() {
        #expect(PluginVerb.fetchImages.command(with: []) == ["fetch"])
        #expect(PluginVerb.fetchImages.command(with: ["--frozen"]) == ["fetch", "--frozen"])
        #expect(PluginVerb.fetchImages.command(with: ["fetch", "--quiet"]) == ["fetch", "--quiet"])
        #expect(PluginVerb.fetchImages.command(with: ["update", "a*"]) == ["update", "a*"])
    }
}
