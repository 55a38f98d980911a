import Testing

@testable import TransportSecurity

@Suite struct Base64Tests {
    /// The samples of RFC 4648 §10.
    @Test(arguments: [
        ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"), ("Zm9vYmE=", "fooba"),
        ("Zm9vYmFy", "foobar"),
        ("\n  Zm9v\r\n\tYmFy \n", "foobar"),
    ])
    func decodes(text: String, bytes: String) {
        #expect(Base64.decode(text) == Array(bytes.utf8))
    }

    @Test func knowsEverySymbol() {
        let bytes = Base64.decode("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        #expect(bytes?.prefix(3) == [0x00, 0x10, 0x83])
        #expect(bytes?.suffix(3) == [0xF3, 0xDF, 0xBF])
    }

    @Test(arguments: ["", " ", "Zg", "Zg=", "Zm9", "Z===", "====", "Zm9v-_==", "Zg==Zg==", "Zm9vé", "sha256/Zm9v!"])
    func refusesInvalidBase64(text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
