import Testing
import TransportSecurity

@Suite struct Base64Tests {
    /// The samples of RFC 4648 §10, and the two digits that are no letters.
    @Test(
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"), ("\u{3FF}>?", "z78+Pw=="),
        ])
    func writesAndReadsTheVectorsOfRFC4648(text: String, base64: String) {
        #expect(Base64.encode(Array(text.utf8)) == base64)
        #expect(Base64.decode(base64) == Array(text.utf8))
    }

    @Test func writesAndReadsEveryByte() {
        let bytes = (0...255).map { UInt8($0) }
        #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    }

    @Test func knowsEverySymbol() {
        let bytes = Base64.decode("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        #expect(bytes?.prefix(3) == [0x00, 0x10, 0x83])
        #expect(bytes?.suffix(3) == [0xF3, 0xDF, 0xBF])
    }

    @Test(arguments: [
        "Z", "Zg", "Zg=", "Zm9", "Zg===", "====", "Z===", "Zh==", "Z=g=", "Zg==Zg==", "Zm9v\n", "Zm 9", "Zm9-",
        "Zm9v-_==", "é===", "Zm9vé", "sha256/Zm9v!",
    ])
    func refusesWhatIsNotCanonical(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test(
        arguments: [
            ("\n  Zm9v\r\n\tYmFy \n", .whiteSpace, "foobar"), (" ", .whiteSpace, ""),
            ("Zg", .missingPadding, "f"), ("Zg=", .missingPadding, "f"), ("Zm9v=", .missingPadding, "foo"),
            ("Zh==", .spareBits, "f"), (" Zh ", [.whiteSpace, .missingPadding, .spareBits], "f"),
        ] as [(String, Base64.Leniency, String)])
    func acceptsTheDeparturesThatAreNamed(text: String, leniency: Base64.Leniency, bytes: String) {
        #expect(Base64.decode(text, accepting: leniency) == Array(bytes.utf8))
        #expect(Base64.decode(text) == nil)
    }

    @Test(
        arguments: [
            ("Zg", .whiteSpace), ("Zm9vé", .whiteSpace), ("Zg===", .missingPadding), ("Z", .missingPadding),
            ("Z=g=", .missingPadding), ("Zh==", .missingPadding), ("Zg", .spareBits), ("Zh", .missingPadding),
        ] as [(String, Base64.Leniency)])
    func refusesOtherDepartures(text: String, leniency: Base64.Leniency) {
        #expect(Base64.decode(text, accepting: leniency) == nil)
    }
}
