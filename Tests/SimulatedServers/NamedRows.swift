import Events

/// Adds the members to the lines of one load by which they name their rows, as a proxy does.
package struct NamedRows {
    private var first: LoadKindID?
    private var further: LoadKindID?
    private var ended: String?

    package init() {}

    /// A decision with its row. Decisions come in their order.
    package mutating func decision(_ line: String) -> String {
        guard case .decision(let event)? = try? Array(line.utf8).withUnsafeBufferPointer(SimulatedSite.decode) else {
            return line
        }
        let kind = event.kindID(digest: SimulatedSite.digest)
        defer { (first, further, ended) = (first ?? kind, first == nil ? nil : kind, nil) }
        return naming(kind, after: first, #""ended":\#(ended ?? "null"),"#, in: line)
    }

    /// The end of the load with its row.
    package mutating func end(_ line: String) -> String {
        if first == nil, case .closed(let event)? = try? Array(line.utf8).withUnsafeBufferPointer(SimulatedSite.decode)
        {
            ended = String(decoding: EndedLoad(event).line, as: UTF8.self)
        }
        return naming(further ?? first, after: further == nil ? nil : first, "", in: line)
    }

    private func naming(_ kind: LoadKindID?, after: LoadKindID?, _ rest: String, in line: String) -> String {
        func json(_ id: LoadKindID?) -> String { id.map { "\"\($0)\"" } ?? "null" }
        return line.replacing(
            #""id":"#, with: #""kind":\#(json(kind)),"after":\#(json(after)),\#(rest)"id":"#, maxReplacements: 1)
    }
}
