import OpenSSL
import Testing

@Suite struct DigestTests {
    /// FIPS 180-4, examples.
    @Test func hashes() {
        let empty = Digest.sha256([])
        #expect(empty.prefix(4) == [0xE3, 0xB0, 0xC4, 0x42])
        let abc = Digest.sha256(Array("abc".utf8))
        #expect(abc.prefix(4) == [0xBA, 0x78, 0x16, 0xBF])
        #expect(abc.count == 32)
    }
}
