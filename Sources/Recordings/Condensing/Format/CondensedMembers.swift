import Events

/// The members of a line of a condensed recording from which its key is made, as JSON.
struct CondensedMembers {
    /// The value of the member `event`; empty, like the members below, if the line does not have it.
    private(set) var event = Self.none
    private(set) var id = Self.none
    private(set) var kind = Self.none
    private(set) var after = Self.none
    private(set) var label = Self.none
    private(set) var day = Self.none
    private(set) var recording = Self.none

    /// The value of a missing member.
    private static var none: JSONScanner.Slice { UnsafeBufferPointer(start: nil, count: 0)[...] }

    /// Keeps a member if it may be a part of a key.
    mutating func keep(_ name: JSONScanner.Slice, _ value: JSONScanner.Slice) {
        switch name.count {
        case 2 where name.isEqual(to: "id"): id = value
        case 3 where name.isEqual(to: "day"): day = value
        case 4 where name.isEqual(to: "kind"): kind = value
        case 5 where name.isEqual(to: "event"): event = value
        case 5 where name.isEqual(to: "after"): after = value
        case 5 where name.isEqual(to: "label"): label = value
        case 9 where name.isEqual(to: "recording"): recording = value
        case _: break
        }
    }

    /// The type of the line. Throws an error if there is no such type.
    func type() throws(JSONScanner.Malformed) -> CondensedLineType {
        if event.isEqual(to: #""loads""#) { return .loads }
        if event.isEqual(to: #""kind""#) { return .kind }
        if event.isEqual(to: #""recording""#) { return .recording }
        if event.isEqual(to: #""condensed""#) { return .header }
        if event.isEqual(to: #""end""#) { return .end }
        for name: StaticString in [#""facts""#, #""policy""#, #""trust""#, #""service""#, #""label""#]
        where event.isEqual(to: name) {
            return .statement
        }
        throw JSONScanner.Malformed()
    }
}
