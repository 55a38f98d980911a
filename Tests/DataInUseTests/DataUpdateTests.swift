import DataFiles
import Networking
import OpenSSL
import Probing
import Testing
import TransportSecurity

@testable import DataInUse

@Suite struct DataUpdateTests {
    /// The owner of an update may release it while it tells the outcome of a file.
    @Test func aReleasedUpdateDoesNotGoOn() throws {
        let loop = try EventLoop()
        let probing = ProbeSettings(trust: TrustStore())
        let downloader = try Downloader(on: loop, probing)
        let directory = try #require(DataDirectory(environment: ["HOME": "/nonexistent"]))
        // Nothing listens on port 1.
        let sources = try ["ct-log-list", "public-suffixes"].map { try DataFileSource("\($0)=https://127.0.0.1:1/a") }
        let timer = Timer(loop) { loop.stop() }
        var update: DataUpdate?
        var outcomes = 0
        update = DataUpdate(
            sources, with: downloader,
            DataUpdate.Settings(
                upstreamProxy: nil, probing: probing, rules: .standard(logs: nil), replaceable: [],
                directory: directory, seconds: 5)
        ) { _ in
            outcomes += 1
            update = nil
            timer.start(milliseconds: 200)
        } finished: {
            Issue.record("The update went on.")
        }
        #expect(update != nil)
        #expect(loop.run() == nil)
        #expect(outcomes == 1)
    }
}
