import Events
import JSONWriting
import Traffic

/// The latest single loads, the latest one first, for the view of loads and for the detail of a row.
struct LoadList {
    /// The largest number of loads that the program keeps.
    let keptLoadLimit: Int
    /// The number of the last change of the loads.
    let change: UInt64
    private let loads: [ListedLoad]

    /// A load with its kind, which has the verdict.
    private struct ListedLoad {
        let id: LoadID
        let load: RecentLoad
        let kind: ConsoleLoadKind
    }

    /// Collects the loads that have changed since the change with that number.
    init(after change: UInt64, in traffic: ConsoleTraffic) {
        self.init(traffic.recentLoads.changes(after: change)[...], in: traffic)
    }

    /// Collects the latest loads of a row.
    init(of row: ConsoleRow, atMost limit: Int, in traffic: ConsoleTraffic) {
        let entries = Set(row.entries)
        // Without a number, `changes` has all loads, latest first.
        let loads = traffic.recentLoads.changes().filter { !entries.isDisjoint(with: traffic.entries(of: $0.load)) }
        self.init(loads.prefix(limit), in: traffic)
    }

    private init(_ latest: ArraySlice<RecentLoads.IdentifiedLoad>, in traffic: ConsoleTraffic) {
        (change, keptLoadLimit) = (traffic.recentLoads.change, traffic.recentLoads.limit)
        // Most loads are of few kinds, each of which is judged once.
        var kinds: [[Int]: ConsoleLoadKind] = [:]
        loads = latest.compactMap { identified in
            let entries = traffic.entries(of: identified.load)
            guard let kind = kinds[entries] ?? ConsoleLoadKind(entries, in: traffic) else { return nil }
            kinds[entries] = kind
            return ListedLoad(id: identified.id, load: identified.load, kind: kind)
        }
    }

    /// Writes the loads as an array.
    func writeLoads(to json: inout JSONWriter) {
        json.array { json in
            for listed in loads {
                json.object { json in
                    json.member("id", listed.id.text)
                    listed.kind.writeMembers(to: &json)
                    Self.write(listed.load, to: &json)
                }
            }
        }
    }

    /// Writes the members that differ among the loads of a kind.
    private static func write(_ load: RecentLoad, to json: inout JSONWriter) {
        json.member("time", load.time)
        json.member("device", load.device.isEmpty ? nil : load.device)
        json.member("label", load.label.isEmpty ? nil : load.label)
        json.member("path", load.path.isEmpty ? nil : load.path)
        json.member("durationMilliseconds", load.milliseconds)
        json.member("bytesFromClient", load.bytes?.bytesFromClient)
        json.member("bytesFromServer", load.bytes?.bytesFromServer)
    }
}
