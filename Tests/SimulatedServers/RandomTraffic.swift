import Events
import TLSMessages
import TransportSecurity

/// Recordings with several apps, hosts, days, devices and test cases, lost events and broken lines; with second decisions and
/// ends of loads, some of them in a later recording than the first decision; with tunnels that have one decision; and with policies, trust stores, facts and
/// services that are recorded again and again.
package struct RandomTraffic {
    private var numbers: SplitMix64
    private var load = 0
    private var identifiers = EventIDGenerator()

    /// Whether loads fail after they were let pass, and events name the route, without which no end is expected.
    private let hasFailures: Bool

    package init(seed: UInt64, hasFailures: Bool = false) {
        numbers = SplitMix64(seed: seed)
        self.hasFailures = hasFailures
    }

    /// The hosts of the loads.
    package static let hosts = (0..<4).map { "host\($0).example" }
    /// The identifiers of the policies, the trust stores and the facts.
    package static let identifiers = ["sha256:one", "sha256:two"]

    /// The lines of recordings of one proxy, each a continuation of the one before.
    package mutating func recordings(_ count: Int, loads: Int) -> [[String]] {
        var recordings = [[String]](repeating: [], count: count)
        for place in 0..<count { recordings[place].append(Self.segment(place)) }
        for place in 0..<count {
            for number in 0..<loads {
                if number % 5 == 0 { recordings[place].append(statement(place)) }
                addLoad(in: place, to: &recordings)
            }
            if Bool.random(using: &numbers) {
                recordings[place].append(
                    #"{"time":"\#(time(place))","event":"lost","count":\#(Int.random(in: 1...9, using: &numbers))}"#)
            }
            if Int.random(in: 0..<4, using: &numbers) == 0 { recordings[place].append("broken") }
        }
        return recordings
    }

    private static func segment(_ place: Int) -> String {
        func id(_ place: Int) -> String { "01JD4Q0Y7ZK8M3T5V9W2X6R\(100 + place)" }
        let previous = place < 2 ? "null" : "\"\(id(place - 2))\""
        return #"{"time":"2026-11-20T00:00:00.000Z","event":"segment","id":"\#(id(place))","#
            + #""proxy":"lab-\#(place % 2)","previous":\#(previous)}"#
    }

    /// A policy, a trust store, facts about a server, what a destination offers, or the name of a test case.
    private mutating func statement(_ place: Int) -> String {
        let time = time(place)
        let id = Self.identifiers.randomElement(using: &numbers) ?? ""
        switch Int.random(in: 0..<5, using: &numbers) {
        case 0:
            return
                #"{"time":"\#(time)","event":"policy","id":"\#(id)","source":"\#(id.suffix(3)).plist","linkedSDK":null,"#
                + #""api":null,"apps":[],"ignore":[],"dictionary":{}}"#
        case 1:
            let store = #"{"count":\#(id.count),"sha256":"00"}"#
            return #"{"time":"\#(time)","event":"trust","id":"\#(id)","systemRoots":\#(store),"userRoots":\#(store),"#
                + #""revocationLists":\#(store),"logKeys":\#(store)}"#
        case 2:
            // Each probe has other bytes on the wire.
            let wire = #"{"sent":"\#(time.filter(\.isNumber).prefix(16))","received":""}"#
            return #"{"time":"\#(time)","event":"facts","id":"\#(id)","host":"\#(id.suffix(3)).example","port":443,"#
                + #""address":null,"certificates":[],"handshakes":[],"largeHelloWire":\#(wire)}"#
        case 3:
            // The same test case may be named by several clients.
            let client = Bool.random(using: &numbers) ? "null" : #""192.0.2.1""#
            return #"{"time":"\#(time)","event":"label","label":"\#(id.suffix(2))","listener":null,"#
                + #""client":\#(client)}"#
        case _:
            let host = Self.hosts.randomElement(using: &numbers) ?? ""
            let isHTTP3 = Bool.random(using: &numbers)
            return #"{"time":"\#(time)","event":"service","host":"\#(host)","port":443,"records":1,"#
                + #""alpn":["\#(isHTTP3 ? "h3" : "h2")"],"http3":\#(isHTTP3),"ech":false}"#
        }
    }

    private mutating func time(_ place: Int) -> String {
        let (minute, second) = (Int.random(in: 0..<60, using: &numbers), Int.random(in: 0..<60, using: &numbers))
        let hour = Int.random(in: 0..<24, using: &numbers)
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "2026-11-\(20 + place % 5)T\(padded(hour)):\(padded(minute)):\(padded(second)).000Z"
    }

    private mutating func addLoad(in place: Int, to recordings: inout [[String]]) {
        load += 1
        // What comes later may be in a later recording.
        let later = min(place + Int.random(in: 0..<3, using: &numbers) / 2, recordings.count - 1)
        // The load began before the segment, or in it.
        let isEarly = Int.random(in: 0..<4, using: &numbers) == 0
        let began = Instant(isEarly ? "2026-11-19T23:59:59.999Z" : time(place)) ?? Instant(milliseconds: 0)
        let id = identifiers.next(at: began, using: &numbers)
        let host = Self.hosts.randomElement(using: &numbers) ?? ""
        let label = ["null", #""login""#, #""pay \"now\"""#].randomElement(using: &numbers) ?? "null"
        let isSecure = Bool.random(using: &numbers)
        let client = "192.0.2.\(Int.random(in: 1..<6, using: &numbers)):\(40_000 + load)"
        // A log shipper may leave out what it does not know.
        let listener = Int.random(in: 0..<6, using: &numbers) == 0 ? "" : #""listener":"127.0.0.1:8080","#
        let route = hasFailures ? #""route":"direct","# : ""
        func decision(_ time: String, second: Bool, failed: Bool = false) -> String {
            #"{"time":"\#(time)","event":"decision","id":"\#(id)",\#(listener)"client":"\#(client)","#
                + #""user":null,"app":{"name":"MyApp","version":"\#(load % 3)","api":"URLSession","os":"ios18.1","#
                + #""userAgent":"MyApp"},"label":\#(label),"method":"GET","scheme":"\#(isSecure ? "https" : "http")","#
                + #""host":"\#(host)","port":443,"path":\#(isSecure ? "null" : "\"/\(load % 7)\""),"address":"192.0.2.9","#
                + #"\#(route)"mode":"observe","decision":"\#(failed ? "failed" : second ? "would-block" : "allowed")","policy":null,"facts":null,"tls":\#(second ? Self.tunnel : "null"),"#
                + #""violations":\#(second ? Self.violations : "[]"),"warnings":[],"notes":[],"error":\#(failed ? Self.failure : "null")}"#
        }
        var rows = NamedRows()
        let decided = time(place)
        // A tunnel that ends before it was judged has its end before its decisions.
        let endsFirst = Int.random(in: 0..<8, using: &numbers) == 0
        if endsFirst { recordings[place].append(rows.end(end(of: id.description, host, at: time(place)))) }
        // What is found in a tunnel may be the only decision.
        let isOnly = isSecure && Int.random(in: 0..<5, using: &numbers) == 0
        recordings[place].append(rows.decision(decision(decided, second: isOnly)))
        if isSecure, !isOnly, Bool.random(using: &numbers) {
            recordings[later].append(rows.decision(decision(load % 2 == 0 ? decided : time(place), second: true)))
        }
        // A load that was let pass may fail, and then has no end.
        if hasFailures, !isSecure, !endsFirst, Int.random(in: 0..<4, using: &numbers) == 0 {
            recordings[place].append(rows.decision(decision(time(place), second: false, failed: true)))
            return
        }
        guard !endsFirst, Int.random(in: 0..<10, using: &numbers) > 0 else { return }
        recordings[later].append(rows.end(end(of: id.description, host, at: time(later))))
    }

    private mutating func end(of id: String, _ host: String, at time: String) -> String {
        let bytes = Int.random(in: 0..<1000, using: &numbers)
        return
            #"{"time":"\#(time)","event":"closed","id":"\#(id)","host":"\#(host)","port":443,"bytesFromClient":\#(bytes),"#
            + #""bytesFromServer":\#(bytes * 3),"durationMilliseconds":5,"endedBy":"client","how":"finished","#
            + #""clientRefusal":\#(bytes % 9 == 0 ? "{\"alert\":null,\"evidence\":\"x\"}" : "null")}"#
    }

    private static let tunnel =
        #"{"source":"tunnel","offer":null,"version":"TLSv1.1","cipher":null,"group":null,"alpn":null,"#
        + #""extendedMasterSecret":null,"ocspStapled":null,"scts":null,"anchor":null,"certificates":[]}"#
    private static let failure = #"{"kind":"connection_terminated","message":"closed"}"#
    private static let violations =
        #"[{"rule":"tunnel.version","message":"too old","expected":"TLSv1.2","actual":"TLSv1.1"}]"#
}
