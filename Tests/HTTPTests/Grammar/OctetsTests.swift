import Testing

@testable import HTTP

@Suite struct OctetsTests {
    /// RFC 9110 §5.6.2, written out.
    private static let tokenCharacters = Set(
        "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

    @Test func knowsTokenCharacters() {
        for octet in UInt8.min...UInt8.max {
            #expect(octet.isTokenCharacter == Self.tokenCharacters.contains(octet), "\(octet)")
        }
    }

    @Test(arguments: [("HTTP/1.1", true, false), ("HTTP/1.", true, true), ("HTTP/1", false, false), ("", false, false)])
    func comparesWithText(text: String, begins: Bool, isEqual: Bool) {
        let slice = Array((":" + text).utf8)[1...]
        #expect(slice.starts(with: "HTTP/1.") == begins)
        #expect(slice.equals("HTTP/1.") == isEqual)
    }

    @Test(arguments: [0, 9, 10, 99, 100, 443, 8080, 9999, 10_000, 65_535] as [UInt16])
    func writesNumbers(number: UInt16) {
        var octets: [UInt8] = []
        octets.append(decimal: number)
        #expect(octets == Array(String(number).utf8))
    }
}
