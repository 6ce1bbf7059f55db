import Testing

@testable import AlcedoBase

@Suite struct ChangeGroupTests {
    private let start = ContinuousClock.now

    private func after(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    private func taken(_ group: inout ChangeGroup, _ milliseconds: Int) -> Set<String>? {
        group.take(at: after(milliseconds))?.paths
    }

    @Test func whatComesWithin50MillisecondsIsOneGroup() {
        var group = ChangeGroup()
        #expect(group.nextLook(at: start) == nil && taken(&group, 0) == nil)
        group.note("a", isBeingWritten: false, at: after(0))
        group.note("b", isBeingWritten: false, at: after(49))
        #expect(taken(&group, 60) == nil && group.nextLook(at: after(60)) == after(99))
        #expect(taken(&group, 99) == ["a", "b"])
        #expect(taken(&group, 200) == nil && group.nextLook(at: after(200)) == nil)
    }

    @Test func changesWithoutAPauseAreTakenAllTheSame() {
        var group = ChangeGroup()
        var first: Int?
        for moment in stride(from: 0, to: 5_000, by: 10) where first == nil {
            group.note("\(moment)", isBeingWritten: false, at: after(moment))
            if taken(&group, moment) != nil { first = moment }
        }
        #expect(first == 2_000)
    }

    @Test func aFileThatIsBeingWrittenWaitsForItsEnd() {
        var group = ChangeGroup()
        for moment in stride(from: 0, through: 3_000, by: 100) {
            group.note("slow", isBeingWritten: true, at: after(moment))
            #expect(taken(&group, moment + 90) == nil)
        }
        group.note("slow", isBeingWritten: false, at: after(3_050))
        #expect(taken(&group, 3_099) == nil && taken(&group, 3_100) == ["slow"])
    }

    @Test func othersWaitForAWriterButNotForEver() {
        var group = ChangeGroup()
        group.note("other", isBeingWritten: false, at: after(0))
        var moment = 0
        while moment < 20_000 {
            group.note("slow", isBeingWritten: true, at: after(moment))
            if let paths = taken(&group, moment) {
                #expect(paths == ["other"])
                break
            }
            moment += 100
        }
        #expect(moment == 5_000)
        group.note("slow", isBeingWritten: false, at: after(5_050))
        #expect(taken(&group, 5_100) == ["slow"])
    }

    @Test func aLinkOrAWriterThatNeverClosesCountsAfterHalfASecond() {
        var group = ChangeGroup()
        group.note("link", isBeingWritten: true, at: after(0))
        #expect(group.nextLook(at: after(1)) == after(500))
        #expect(taken(&group, 499) == nil && taken(&group, 550) == ["link"])
    }

    @Test func lostChangesAreEverything() {
        var group = ChangeGroup()
        group.noteLoss(at: start)
        #expect(group.take(at: after(50)) == FileWatch.Changes(paths: [], isEverything: true))
    }
}
