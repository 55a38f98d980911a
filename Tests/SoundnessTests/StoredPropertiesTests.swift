import Testing

/// Tests that no type has more states than a reader can think through.
@Suite struct StoredPropertiesTests {
    /// The largest number of mutable stored properties of a type that is no plain record.
    private static let most = 12

    /// The types that may have more, with the reasons.
    private static let exceptions = [
        "ConsoleTraffic": "The loads of the console, and the revisions by which a page asks for what has changed.",
        "EventQueue": "Everything that callers and the writer share behind one lock.",
        "RowTable": "The rows and the indices by which they are found.",
        "ScannedLine": "The members of a line, which is read again and again without an allocation.",
        "Stream": "A socket with its queue, its pipe and its events, on the way of each byte.",
        "TrafficBuilder": "Everything that a recording has said so far.",
    ]

    @Test func typesHaveFewMutableProperties() throws {
        var excepted: Set<String> = []
        for file in try SourceFile.all(in: "Sources") {
            for type in StoredProperties(SwiftWords(file.text).words).types
            where type.count > Self.most && !type.isPlainRecord {
                if Self.exceptions[type.name] != nil {
                    excepted.insert(type.name)
                } else {
                    Issue.record("\(type.name) in \(file.path) has \(type.count) mutable properties.")
                }
            }
        }
        #expect(excepted == Set(Self.exceptions.keys), "An exception is not needed any more.")
    }

    @Test(arguments: [
        ("struct A { var a: Int; var b = 1 }", ["A": 2]),
        ("struct A {\n    var a: Int\n    private(set) var b: [Int: String] = [:]\n    let c: Int\n}", ["A": 2]),
        ("class A { var a: Int { b }; var b: Int { didSet { c() } }\n    func d() { var e = 1 } }", ["A": 1]),
        ("final class A { static var a = 1; lazy var b = 2; weak var c: A?\n    init() {} }", ["A": 2]),
        ("struct A { var (a, b) = (1, 2); var c: @Sendable () -> Void\n    @State var d: Int }", ["A": 4]),
        ("struct A { struct B { var a: Int }\n    var b: B\n    var c = { 1 }\n    enum D {} }", ["A": 2, "B": 1]),
        ("extension A { var a: Int { 1 } }\nfunc f() { var a = 1 }", [:]),
    ])
    func countsStoredProperties(text: String, expected: [String: Int]) {
        let types = StoredProperties(SwiftWords(text).words).types
        #expect(Dictionary(uniqueKeysWithValues: types.map { ($0.name, $0.count) }) == expected)
    }

    @Test(arguments: [
        ("struct A { var a: Int; private(set) var b: Int }", true), ("struct A { private var a: Int }", false),
        ("final class A { var a: Int }", false),
    ])
    func tellsPlainRecords(text: String, isPlain: Bool) {
        #expect(StoredProperties(SwiftWords(text).words).types.map(\.isPlainRecord) == [isPlain])
    }
}
