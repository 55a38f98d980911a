import Recording
import Testing

@Suite struct Base64Tests {
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

    @Test(arguments: ["Z", "Zg", "Zg=", "Zg===", "====", "Zh==", "Z=g=", "Zm9v\n", "Zm9-", "Zm 9", "é==="])
    func refusesInvalidBase64(text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
