import Testing

@testable import TransportSecurity

@Suite struct PunycodeTests {
    /// Samples of RFC 3492 §7.1.
    @Test(arguments: [
        ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"), ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
        ("なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
        ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
        ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"), ("パフィーdeルンバ", "de-jg4avhby1noc0d"), ("そのスピードで", "d9juau41awczczp"),
        ("bücher", "bcher-kva"), ("ü", "tda"), ("abc", "abc-"), ("", ""),
    ])
    func encodesTheSamplesOfTheRFC(label: String, encoded: String) {
        #expect(Punycode.encode(label) == encoded)
    }

    @Test func enormousLabelsOverflowIntoNil() {
        let label = String(repeating: "a", count: 5000) + "\u{10FFFF}"
        #expect(Punycode.encode(label) == nil)
    }
}
