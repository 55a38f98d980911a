import Foundation
import Testing

/// In `observe`, not a byte inside a tunnel or of a body changes on its way, recorded on both sides.
@Suite struct BytesJourneyTests {
    @Test func whatGoesInComesOut() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--mode", "observe", site: site)
        let client = try Client.start(
            "compare_bytes",
            ["\(proxy.port)", "echo.test:\(try site.port("echo"))", "origin.test:\(try site.port("origin"))"])
        #expect(client.end() == 0)
        #expect(client.output == "equal\n")
        #expect(client.errors == "")
    }
}
