import JSONWriting

/// The answer to a call, made of the outputs of its commands.
struct ToolAnswer {
    private let form: AnswerForm
    private let outputs: [CommandOutput]
    private let arguments: ToolArguments
    private let whole: JSONValue
    private let results: [JSONValue]

    init(_ call: ToolCall, outputs: [CommandOutput]) {
        form = call.tool.answer
        arguments = call.arguments
        self.outputs = outputs
        let (first, last) = (outputs.first?.output ?? [], outputs.last?.output ?? [])
        whole = Self.value(first)
        var found: [JSONValue]
        switch form.results {
        case .lines: found = first.split(separator: 0x0A).map { Self.value(Array($0)) }
        case .member(let name, let parameter):
            let chosen = parameter.flatMap { call.arguments.texts($0).first } ?? name
            let value = Self.value(last)
            found = value[chosen]?.elements ?? [value]
        }
        found.removeAll { if case .object(let members) = $0 { members.isEmpty } else { true } }
        let hosts = call.tool.task == .console ? call.arguments.texts("host") : []
        results = hosts.isEmpty ? found : found.filter { hosts.contains($0["host"]?.text ?? "") }
    }

    /// Whether the call has failed. Violations are results, and no failure.
    var isError: Bool { outputs.isEmpty || outputs.contains { !$0.hasResult } }

    /// The structured answer in about this number of bytes.
    func json(bytes limit: Int) -> JSONValue {
        let decisive = outputs.first { !$0.hasResult } ?? outputs.first
        var members: [JSONValue.Member] = []
        func add(_ name: String, as value: JSONValue) { members.append(.init(name: name, value: value)) }
        add("status", as: decisive?.status.map { .integer(Int64($0)) } ?? .null)
        add("meaning", as: .string(decisive?.meaning(form.meanings) ?? "The call was not carried out."))
        if !form.summary.isEmpty, case .object = whole {
            add("summary", as: whole.keeping(form.summary).withoutEmptyMembers.cut(toBytes: limit / 5))
        }
        let offset = min(Int(arguments.number("offset") ?? 0), results.count)
        let page = page(from: offset, bytes: limit / 2)
        let end = offset + page.results.count
        add("results", as: .array(page.results))
        add("total", as: .integer(Int64(results.count)))
        add("omitted", as: .integer(Int64(results.count - end)))
        if end < results.count { add("next_offset", as: .integer(Int64(end))) }
        if page.isCut { add("shortened", as: true) }
        var messages = outputs.flatMap(\.messages).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        if let name = form.secondOutput, outputs.count > 1, !outputs[1].output.isEmpty {
            let text = String(decoding: outputs[1].output, as: UTF8.self)
            // A part of a patch cannot be applied.
            if text.utf8.count <= limit / 2 {
                add(name, as: .string(text))
            } else {
                messages.insert("The \(name) of \(text.utf8.count) bytes does not fit into the answer.", at: 0)
            }
        }
        if !messages.isEmpty {
            add("messages", as: .array(messages.prefix(8).map { .string($0.cut(toBytes: limit / 40)) }))
        }
        return .object(members)
    }

    private func page(from offset: Int, bytes limit: Int) -> (results: [JSONValue], isCut: Bool) {
        let isBrief = arguments.texts("detail").first != "full" && arguments.texts("row").isEmpty
        var (page, size, isCut): ([JSONValue], Int, Bool) = ([], 0, false)
        for result in results[offset...].prefix(Int(arguments.number("limit") ?? 20)) {
            let kept = isBrief && !form.brief.isEmpty ? result.keeping(form.brief).withoutEmptyMembers : result
            let short = kept.cut(toBytes: limit)
            size += short.line.count + 1
            guard page.isEmpty || size <= limit else { break }
            page.append(short)
            isCut = isCut || short != kept
        }
        return (page, isCut)
    }

    /// The JSON of a line; an empty object for other text.
    private static func value(_ line: [UInt8]) -> JSONValue {
        do throws(JSONValue.Malformed) {
            return try JSONValue(reading: line)
        } catch {
            return .object([])
        }
    }
}
