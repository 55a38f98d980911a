import Foundation
import JSONWriting
import Testing
import TransportSecurity

@Suite struct JSONWriterTests {
    private static func text(_ write: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        write(&json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test func setsCommasAndColons() {
        let text = Self.text { json in
            json.object { json in
                json.member("a", 1)
                json.name("b")
                json.array { json in
                    json.boolean(true)
                    json.null()
                    json.object { _ in }
                    json.array { _ in }
                }
                json.name("c\"d")
                json.number(.min)
                json.member("e", [Int]())
            }
        }
        #expect(text == #"{"a":1,"b":[true,null,{},[]],"c\"d":-9223372036854775808,"e":[]}"#)
    }

    @Test(
        arguments: [
            ("", #""""#), ("plain / text", #""plain / text""#), ("\"\\", #""\"\\""#), ("a\nb\r\t", #""a\nb\r\t""#),
            ("\u{0}\u{1B}[31m", #""\u0000\u001b[31m""#), ("\u{7F}", #""\u007f""#), ("\u{85}\u{9B}", #""\u0085\u009b""#),
            ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("a\u{202E}b\u{2066}", #""a\u202eb\u2066""#),
            ("\u{200F}\u{61C}\u{FEFF}", #""\u200f\u061c\ufeff""#), ("é日本😀", #""é日本😀""#),
            ("\u{200B}\u{E000}\u{E0001}", #""\u200b\ue000\udb40\udc01""#), ("\r\n", #""\r\n""#),
        ])
    func escapesCharactersThatAreNotVisible(string: String, written: String) {
        #expect(Self.text { $0.string(string) } == written)
        #expect(Self.text { $0.string(utf8: Array(string.utf8)[...]) } == written)
    }

    @Test(
        arguments: [
            ([0x61, 0xFF, 0x62], #""a\ufffdb""#), ([0xC3], #""\ufffd""#), ([0xC0, 0x80], #""\ufffd\ufffd""#),
            ([0xED, 0xA0, 0x80], #""\ufffd\ufffd\ufffd""#), ([0xE2, 0x80], #""\ufffd\ufffd""#),
            ([0xF4, 0x90, 0x80, 0x80], #""\ufffd\ufffd\ufffd\ufffd""#), ([0x80], #""\ufffd""#),
            ([0xE0, 0x80, 0xAF], #""\ufffd\ufffd\ufffd""#), ([0xC3, 0x0A], #""\ufffd\n""#),
            ([0xF0, 0x9F, 0x98, 0x80], #""😀""#), ([0xE2, 0x80, 0xA8], #""\u2028""#),
        ] as [([UInt8], String)])
    func replacesMalformedUTF8(bytes: [UInt8], written: String) {
        #expect(Self.text { $0.string(utf8: bytes[...]) } == written)
    }

    @Test func anyBytesBecomeValidJSON() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let bytes = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
            var json = JSONWriter()
            json.array { $0.string(utf8: bytes[...]) }
            let read = try JSONDecoder().decode([String].self, from: Data(json.bytes))
            #expect(read.count == 1)
            #expect(!json.bytes.contains { $0 < 0x20 || $0 == 0x7F })
        }
    }

    /// Text is checked in steps of eight bytes, so that each position must be tested.
    @Test(arguments: [0x00, 0x1F, 0x22, 0x5C, 0x7F, 0x80, 0xFF] as [UInt8])
    func escapesAtEveryPosition(byte: UInt8) {
        let escaped = Self.text { $0.string(utf8: [byte]) }.dropFirst().dropLast()
        for length in 1...40 {
            for place in 0..<length {
                var bytes = [UInt8](repeating: UInt8(ascii: "~"), count: length)
                bytes[place] = byte
                let (before, after) = (String(repeating: "~", count: place), length - place - 1)
                let expected = "\"" + before + escaped + String(repeating: "~", count: after) + "\""
                #expect(Self.text { $0.string(utf8: bytes[...]) } == expected)
            }
        }
    }

    @Test func copiesEveryPlainByte() {
        let plain = (0x20...0x7E).filter { $0 != 0x22 && $0 != 0x5C }.map { UInt8($0) }
        #expect(Self.text { $0.string(utf8: plain[...]) } == "\"" + String(decoding: plain, as: UTF8.self) + "\"")
    }

    @Test(
        arguments: [
            [0], [1, 999, 1000, 1001, 500], [-1, 0, -1000, -999], [1_700_000_000_123, 1_700_000_000_007, 1],
            [253_402_300_799_999, 253_402_300_800_000, 253_402_300_800_999],
        ] as [[Int64]])
    func writesTimesOneAfterTheOther(times: [Int64]) {
        let instants = times.map(Instant.init(milliseconds:))
        let text = Self.text { json in
            json.array { json in
                for instant in instants { json.time(instant) }
            }
        }
        #expect(text == "[" + instants.map { "\"\($0)\"" }.joined(separator: ",") + "]")
    }

    @Test(arguments: [0, 9, 10, 99, 100, -1, -10, .max, .min, 1_234_567_890_123_456_789] as [Int64])
    func writesNumbers(number: Int64) {
        #expect(Self.text { $0.number(number) } == String(number))
    }
}
