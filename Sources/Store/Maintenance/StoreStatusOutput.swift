import Documents
import InternetNames
import JSONWriting
import TransportSecurity

extension StoreStatus {
    /// The status as lines of text.
    public var text: String {
        var lines = [
            "PostgreSQL \(server), \(bytes / 1_048_576) MiB",
            "\(Quantity.of(Int(recordings), "recording")), \(Quantity.of(Int(kinds), "kind")) of loads, "
                + "\(Quantity.of(Int(rows), "row"))",
        ]
        if let first, let last { lines.append("loads from \(first) to \(last)") }
        if let prunedBefore { lines.append("loads of the days before \(prunedBefore) were pruned") }
        for proxy in proxies {
            var parts = [Quantity.of(Int(proxy.recordings), "recording"), Quantity.of(Int(proxy.lines), "line")]
            if proxy.brokenLines > 0 { parts.append("\(proxy.brokenLines) of them not readable") }
            if proxy.lostEvents > 0 { parts.append(Quantity.of(Int(proxy.lostEvents), "lost event")) }
            if let last = proxy.last { parts.append("last load \(last)") }
            if let push = proxy.lastPush { parts.append("last push \(push)") }
            lines.append("\(proxy.name?.visible() ?? "without a name"): \(parts.joined(separator: ", "))")
        }
        return lines.joined(separator: "\n")
    }

    /// The status as a JSON object.
    public var json: String {
        var json = JSONWriter()
        json.object { json in
            json.member("version", StoreSchema.version)
            json.member("server", server)
            json.member("recordings", recordings)
            json.member("kinds", kinds)
            json.member("rows", rows)
            json.member("bytes", bytes)
            json.member("first", first)
            json.member("last", last)
            json.member("prunedBefore", prunedBefore)
            json.name("proxies")
            json.array { json in
                for proxy in proxies { proxy.write(to: &json) }
            }
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension StoreStatus.Proxy: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", name)
            json.member("recordings", recordings)
            json.member("lines", lines)
            json.member("brokenLines", brokenLines)
            json.member("lostEvents", lostEvents)
            json.member("first", first)
            json.member("last", last)
            json.member("lastPush", lastPush)
        }
    }
}
