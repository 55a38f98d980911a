import Events
import JSONWriting
import TransportSecurity

extension RecordingSource {
    /// The line that describes the recording in a condensed recording, such as
    /// `{"event":"recording","id":"01JD…","name":"proxy.jsonl","proxy":null,"lines":12,…}`.
    public var condensed: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.name("event")
            json.plain("recording")
            json.member("id", id)
            json.member("name", name)
            json.member("proxy", proxy)
            json.member("previous", previous)
            json.member("lines", lines)
            json.member("events", events)
            json.member("bytes", bytes)
            json.member("first", first)
            json.member("last", last)
            json.member("brokenLines", brokenLines)
            json.member("firstBrokenLines", firstBrokenLines)
            json.member("endsUnfinished", end != .whole)
            json.member("isCutOff", end == .cutOff)
            json.member("holdsZeroBytes", holdsZeroBytes)
            json.member("isDamaged", isDamaged)
            json.member("lostEvents", lostEvents)
            json.member("unknownEvents", unknownEvents)
            json.name("unknownEventNames")
            json.object { json in
                for (name, count) in unknownEventNames.sorted(by: { $0.key < $1.key }) {
                    json.name(name)
                    json.number(Int64(count))
                }
            }
        }
        return json.bytes
    }

    /// Reads the line that describes a recording in a condensed recording. Throws an error if the line is malformed.
    init(condensed line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        self.init(name: "")
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            if name.isEqual(to: "id") {
                id = try scanner.text()
            } else if name.isEqual(to: "name") {
                self.name = try scanner.text()
            } else if name.isEqual(to: "proxy") {
                proxy = try scanner.optionalText()
            } else if name.isEqual(to: "previous") {
                previous = try scanner.optionalText()
            } else if name.isEqual(to: "lines") {
                lines = try scanner.count()
            } else if name.isEqual(to: "events") {
                events = try scanner.count()
            } else if name.isEqual(to: "bytes") {
                bytes = try scanner.nonNegativeInteger()
            } else if name.isEqual(to: "first") {
                first = try scanner.optionalText().flatMap(Instant.init)
            } else if name.isEqual(to: "last") {
                last = try scanner.optionalText().flatMap(Instant.init)
            } else {
                try readFault(name, from: &scanner)
            }
        }
        try scanner.end()
        guard !id.isEmpty else { throw JSONScanner.Malformed() }
        // A recording within a condensed one has no path. Its name is used in messages.
        path = self.name
    }

    /// Reads a member about faults of the recording. Unknown members are ignored.
    private mutating func readFault(
        _ name: JSONScanner.Slice, from scanner: inout JSONScanner
    ) throws(JSONScanner.Malformed) {
        if name.isEqual(to: "brokenLines") {
            brokenLines = try scanner.count()
        } else if name.isEqual(to: "firstBrokenLines") {
            try scanner.array { scanner throws(JSONScanner.Malformed) in
                let line = try scanner.count()
                if firstBrokenLines.count < Self.brokenLineLimit { firstBrokenLines.append(line) }
            }
        } else if name.isEqual(to: "endsUnfinished") {
            if try scanner.boolean(), end == .whole { end = .unfinished }
        } else if name.isEqual(to: "isCutOff") {
            if try scanner.boolean() { end = .cutOff }
        } else if name.isEqual(to: "holdsZeroBytes") {
            holdsZeroBytes = try scanner.boolean()
        } else if name.isEqual(to: "isDamaged") {
            isDamaged = try scanner.boolean()
        } else if name.isEqual(to: "lostEvents") {
            lostEvents = try scanner.nonNegativeInteger()
        } else if name.isEqual(to: "unknownEvents") {
            unknownEvents = try scanner.count()
        } else if name.isEqual(to: "unknownEventNames") {
            try scanner.object { name, scanner throws(JSONScanner.Malformed) in
                let count = try scanner.count()
                guard unknownEventNames.count < Self.nameLimit else { return }
                unknownEventNames[String(decoding: name, as: UTF8.self)] = count
            }
        } else {
            try scanner.value()
        }
    }
}
