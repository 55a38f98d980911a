import Documents
import InternetNames
import JSONWriting
import TransportSecurity

extension PolicyMatrix {
    /// The table and its legend for readers.
    ///
    /// - Parameter source: The name of the policy.
    package func document(source: String) -> Document {
        let legend = self.legend
        var document = Document(title: "The policy \(source.visible()) by kind of host")
        document.blocks.append(.paragraph(head))
        let table = rows.map { row -> [Document.Cell] in
            let cells = row.answers.map { answer -> Document.Cell in
                let number = legend.firstIndex(of: answer).map { $0 + 1 } ?? 0
                return Document.Cell("\(answer.decision.rawValue) (\(number))", tone: answer.tone)
            }
            return [Document.Cell(row.kind), Document.Cell(row.url.text)] + cells
        }
        document.blocks.append(.table(Document.Table(["Kind", "URL"] + columns.map(\.description), rows: table)))
        document.blocks.append(
            .list(legend.enumerated().map { "(\($0 + 1)) \($1.decision.rawValue): \($1.sentences)" }))
        if let hint { document.blocks.append(.paragraph(hint)) }
        return document
    }

    /// The advice to name the hosts of entries that have no row; nil if there are none.
    private var hint: String? {
        guard !unshown.isEmpty else { return nil }
        let more = unshown.count > 5 ? " and \(unshown.count - 5) more" : ""
        let names = unshown.prefix(5).map { $0.visible() }.joined(separator: ", ")
        return "The policy has entries for \(names)\(more), which have no row; give such hosts as arguments."
    }

    /// The JSON objects of the rows, for a line each.
    package func lines(source: String) -> [[UInt8]] {
        rows.map { row in
            var json = JSONWriter()
            json.object { json in
                json.member("kind", row.kind)
                json.member("url", row.url.text)
                json.member("source", source)
                json.member("api", api)
                json.name("answers")
                json.array { json in
                    for (system, answer) in zip(columns, row.answers) {
                        json.object { json in
                            json.member("os", system.description)
                            json.member("decision", answer.decision.rawValue)
                            json.member("reason", answer.reason)
                            json.member("matched", answer.matched)
                            json.member("sentence", answer.sentences)
                        }
                    }
                }
            }
            return json.bytes
        }
    }

    /// The sentences above the table.
    private var head: String {
        let sdk = linkedSDK.map { "the SDK of \($0)" } ?? "the SDK of each system"
        return
            "Loads through \(api.rawValue), by an app that is linked with \(sdk). Systems whose answers are all equal "
            + "share a column. \"depends\" means that the server decides."
    }

    /// The different answers in the order of the table.
    private var legend: [MatrixAnswer] { rows.flatMap(\.answers).distinct }
}

extension MatrixAnswer {
    fileprivate var tone: Document.Tone {
        switch decision {
        case .allowed: return .good
        case .blocked: return .bad
        case .dependsOnServer: return .plain
        }
    }
}
