import TransportSecurity

extension Explanation {
    /// The explanation as one JSON object (RFC 8259), followed by a line feed.
    var json: [UInt8] {
        var object = JSONObject()
        object.add("decision", decision.rawValue)
        object.add("status", Int(status))
        object.add("message", message)
        object.add("error", error?.rawValue)
        object.add("host", host?.description)
        if let verdict {
            object.add("violations", verdict.violations.map(Self.object))
            object.add("warnings", verdict.warnings.map(Self.object))
            object.add("remedy", remedy.map(Self.object))
        }
        return object.text + [.lineFeed]
    }

    private static func object(_ finding: Finding) -> JSONObject {
        var object = JSONObject()
        object.add("rule", finding.rule.rawValue)
        object.add("message", finding.message)
        object.add("expected", finding.expected)
        object.add("actual", finding.actual)
        object.add("status", finding.status)
        object.add("urlError", finding.urlError)
        object.add("urlErrorText", finding.urlErrorText)
        object.add("exception", finding.exception.map(Self.object))
        return object
    }

    private static func object(_ remedy: Finding.Remedy) -> JSONObject {
        var keys = JSONObject()
        for (key, value) in remedy.keys.sorted(by: { $0.key < $1.key }) {
            switch value {
            case .boolean(let boolean): keys.add(key, boolean)
            case .string(let string): keys.add(key, string)
            }
        }
        var object = JSONObject()
        object.add("domain", remedy.domain)
        object.add("keys", keys)
        if remedy.overridable == true { object.add("overridable", true) }
        return object
    }
}

/// A JSON object with its members in the order in which they were added. `nil` becomes `null`.
private struct JSONObject {
    private var members: [UInt8] = []

    var text: [UInt8] { [UInt8(ascii: "{")] + members + [UInt8(ascii: "}")] }

    mutating func add(_ name: String, _ value: String?) {
        add(name, raw: value.map(JSONString.quoted))
    }

    mutating func add(_ name: String, _ value: Int?) {
        add(name, raw: value.map { Array(String($0).utf8) })
    }

    mutating func add(_ name: String, _ value: Bool) {
        add(name, raw: Array((value ? "true" : "false").utf8))
    }

    mutating func add(_ name: String, _ value: JSONObject?) {
        add(name, raw: value?.text)
    }

    mutating func add(_ name: String, _ values: [JSONObject]) {
        let list = values.map(\.text).joined(separator: [UInt8(ascii: ",")])
        add(name, raw: [UInt8(ascii: "[")] + list + [UInt8(ascii: "]")])
    }

    private mutating func add(_ name: String, raw value: [UInt8]?) {
        if !members.isEmpty { members.append(UInt8(ascii: ",")) }
        members += JSONString.quoted(name)
        members.append(UInt8(ascii: ":"))
        members += value ?? Array("null".utf8)
    }
}
