import Events
import JSONWriting
import Traffic
import TransportSecurity

extension LoadCounts {
    /// Writes the counts as members of a line `loads` of a condensed recording, such as
    /// `"decisions":2,"first":"2026-11-28T09:00:00.000Z",…,"devices":{"192.0.2.1":2},…`.
    func writeMembers(to json: inout JSONWriter) {
        json.member("decisions", decisions)
        json.member("first", first)
        json.member("last", last)
        json.member("bytesFromClient", bytesFromClient)
        json.member("bytesFromServer", bytesFromServer)
        json.member("clientRefusals", clientRefusals)
        json.name("times")
        times.write(to: &json)
        json.name("devices")
        json.object { json in
            for (address, loads) in devices.sorted {
                json.name(address)
                json.number(Int64(loads))
            }
        }
        json.member("otherDevices", devices.others)
        json.member("users", users.texts)
        json.member("paths", paths.texts)
        // The sums over decisions and over ends, from whose difference `LoadLosses` finds lines that are missing.
        json.member("balance", balance.numbers)
    }

    /// Reads one member of such a line. Unknown members are ignored.
    mutating func readMember(
        _ name: JSONScanner.Slice, from scanner: inout JSONScanner
    ) throws(JSONScanner.Malformed) {
        if name.isEqual(to: "decisions") {
            decisions = try scanner.count()
        } else if name.isEqual(to: "first") {
            first = try scanner.instant()
        } else if name.isEqual(to: "last") {
            last = try scanner.instant()
        } else if name.isEqual(to: "bytesFromClient") {
            bytesFromClient = try scanner.nonNegativeInteger()
        } else if name.isEqual(to: "bytesFromServer") {
            bytesFromServer = try scanner.nonNegativeInteger()
        } else if name.isEqual(to: "clientRefusals") {
            clientRefusals = try scanner.count()
        } else if name.isEqual(to: "times") {
            times = try LoadHistogram(&scanner)
        } else if name.isEqual(to: "devices") {
            try scanner.object { name, scanner throws(JSONScanner.Malformed) in
                devices.add(try scanner.count(), of: String(decoding: name, as: UTF8.self))
            }
        } else if name.isEqual(to: "otherDevices") {
            devices.addOthers(try scanner.count())
        } else if name.isEqual(to: "users") {
            try scanner.array { scanner throws(JSONScanner.Malformed) in users.insert(try scanner.text()) }
        } else if name.isEqual(to: "paths") {
            try scanner.array { scanner throws(JSONScanner.Malformed) in paths.insert(try scanner.text()) }
        } else if name.isEqual(to: "balance") {
            var numbers: [Int64] = []
            try scanner.array { scanner throws(JSONScanner.Malformed) in
                numbers.append(try scanner.nonNegativeInteger())
            }
            guard let balance = LoadBalance(numbers: numbers) else { throw JSONScanner.Malformed() }
            self.balance = balance
        } else {
            try scanner.value()
        }
    }
}

extension LoadHistogram {
    /// Reads a histogram from a condensed recording, such as `{"seconds":60,"start":29400000,"counts":[3,0,1]}`. Throws
    /// an error if it is malformed.
    init(_ scanner: inout JSONScanner) throws(JSONScanner.Malformed) {
        var seconds = 0
        var start = Int64(0)
        var counts: [UInt32] = []
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            if name.isEqual(to: "seconds") {
                seconds = try scanner.count()
            } else if name.isEqual(to: "start") {
                // The number of an interval before 1970 is negative, unlike the other numbers.
                guard let number = Int64(String(decoding: try scanner.value(), as: UTF8.self)) else {
                    throw JSONScanner.Malformed()
                }
                start = number
            } else if name.isEqual(to: "counts") {
                try scanner.array { scanner throws(JSONScanner.Malformed) in
                    counts.append(UInt32(clamping: try scanner.count()))
                }
            } else {
                try scanner.value()
            }
        }
        guard let histogram = LoadHistogram(seconds: Int64(seconds), start: start, counts: counts) else {
            throw JSONScanner.Malformed()
        }
        self = histogram
    }
}
