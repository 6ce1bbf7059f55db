import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoLoading
import AlcedoRecipes
import AlcedoWorkers
import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite struct AlignmentTests {
    // What a task sets aside for an asynchronous function begins at a multiple of 16 (Swift 6.3.1), whatever the values in
    // it want: a SIMD4<UInt64> among them had optimized code write beyond its end.
    @Test func whatTravelsThroughAsynchronousFunctionsWantsNoMoreThanTheMemoryOfTasksGives() {
        let limit = 16
        #expect(MemoryLayout<ContentDigest>.alignment <= limit)
        #expect(MemoryLayout<ProductionOrder>.alignment <= limit)
        #expect(MemoryLayout<Production>.alignment <= limit)
        #expect(MemoryLayout<ImageJob>.alignment <= limit)
        #expect(MemoryLayout<ImageJob.Result>.alignment <= limit)
        #expect(MemoryLayout<ImageRequest>.alignment <= limit)
        #expect(MemoryLayout<ImagePlaceholders>.alignment <= limit)
        #expect(MemoryLayout<RetrievedImage>.alignment <= limit)
        #expect(MemoryLayout<RetrieveOptions>.alignment <= limit)
        #expect(MemoryLayout<SourceContent>.alignment <= limit)
        #expect(MemoryLayout<RemoteRecord>.alignment <= limit)
        #expect(MemoryLayout<HTTPLoader.Answer>.alignment <= limit)
        #expect(MemoryLayout<SitePublication>.alignment <= limit)
        #expect(MemoryLayout<SourceOutcome>.alignment <= limit)
    }
}
