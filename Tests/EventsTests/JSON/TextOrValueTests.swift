import Events
import Foundation
import InternetNames
import Testing
import TransportSecurity

@Suite struct TextOrValueTests {
    private static let client = Authority(host: .address(.v4(0x7F00_0001)), port: 53012)

    @Test func writesItsValueOrItsText() {
        #expect(String(decoding: TextOrValue.value(Self.client).line, as: UTF8.self) == #""127.0.0.1:53012""#)
        #expect(String(decoding: TextOrValue<Authority>.text("a\"b").line, as: UTF8.self) == #""a\"b""#)
    }

    @Test func isReadBackAsText() throws {
        let written = TextOrValue.value(Self.client)
        let read = try JSONDecoder().decode(TextOrValue<Authority>.self, from: Data(written.line))
        #expect(read == written && Set([read, written]).count == 1)
        #expect(read != .text("127.0.0.1:53013"))
    }

    /// A recording may be from another program, so any text is accepted as an identifier.
    @Test(arguments: ["", "1", "01jd", "a load \u{1B}"])
    func readsInvalidValuesAsText(text: String) throws {
        let read = try JSONDecoder().decode(TextOrValue<EventID>.self, from: Data(text.line))
        #expect(read.description == text && read.line == text.line)
    }
}
