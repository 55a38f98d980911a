import JSONWriting

/// The answer to a call, made of the outputs of its commands.
struct ToolAnswer {
    private let form: AnswerForm
    private let outputs: [CommandOutput]
    private let arguments: ToolArguments
    private let whole: JSONValue
    private let results: [JSONValue]
    /// A sentence on hosts that no row has; nil if there is nothing to say.
    private let notice: String?

    init(_ call: ToolCall, outputs: [CommandOutput]) {
        form = call.tool.answer
        arguments = call.arguments
        let (first, last) = (outputs.first?.output ?? [], outputs.last?.output ?? [])
        var values: [JSONValue?] = []
        switch form.results {
        case .lines: values = first.split(separator: 0x0A).map { Self.value(Array($0)) }
        case .member(let name, let parameter):
            let chosen = parameter.flatMap { call.arguments.texts($0).first } ?? name
            let value = last.isEmpty ? JSONValue.object([]) : Self.value(last)
            values = value?[chosen]?.elements ?? [value]
        }
        whole = form.summary.isEmpty ? .object([]) : Self.value(first) ?? .object([])
        // A command that has failed may have printed a part of a result.
        let isUnreadable = values.contains(nil) && outputs.allSatisfy(\.hasResult)
        self.outputs =
            isUnreadable
            ? [.failed(70, because: "The output of the command is not JSON that the server can read.")] + outputs
            : outputs
        let found = values.compactMap { value -> JSONValue? in
            guard case .object(let members)? = value, !members.isEmpty else { return nil }
            return value
        }
        let hosts = call.tool.task == .console ? call.arguments.texts("host") : []
        let chosen = hosts.isEmpty ? found : found.filter { hosts.contains($0["host"]?.text ?? "") }
        results = chosen
        notice =
            chosen.isEmpty && !found.isEmpty
            ? "No row has a host of this call; the console has rows of \(found.count) other destinations." : nil
    }

    /// Whether the call has failed. Violations are results, and no failure.
    var isError: Bool { outputs.isEmpty || outputs.contains { !$0.hasResult } }

    /// The structured answer in about this number of bytes.
    func json(bytes limit: Int) -> JSONValue {
        let decisive = outputs.first { !$0.hasResult } ?? outputs.first
        var (members, isCut): ([JSONValue.Member], Bool) = ([], false)
        func add(_ name: String, as value: JSONValue) { members.append(.init(name: name, value: value)) }
        add("status", as: decisive?.status.map { .integer(Int64($0)) } ?? .null)
        add("meaning", as: .string(decisive?.meaning(form.meanings) ?? "The call was not carried out."))
        if !form.summary.isEmpty, case .object = whole {
            let summary = whole.keeping(form.summary).withoutEmptyMembers
            let short = summary.cut(toBytes: limit / 5)
            isCut = short != summary
            add("summary", as: short)
        }
        let patch = patch(bytes: limit - JSONValue.object(members).line.count - limit / 8)
        let messages = messages(patch.notice, bytes: limit / 40)
        let others = JSONValue.array(messages + [patch.text.map(JSONValue.string) ?? .null, .object(members)])
        let offset = min(Int(arguments.number("offset") ?? 0), results.count)
        let page = page(from: offset, bytes: max(limit / 10, limit - others.line.count - 200))
        let end = offset + page.results.count
        add("results", as: .array(page.results))
        add("total", as: .integer(Int64(results.count)))
        add("omitted", as: .integer(Int64(results.count - end)))
        if end < results.count { add("next_offset", as: .integer(Int64(end))) }
        if page.isCut || isCut { add("shortened", as: true) }
        if let name = form.secondOutput, let text = patch.text { add(name, as: .string(text)) }
        if !messages.isEmpty { add("messages", as: .array(messages)) }
        return .object(members)
    }

    /// The text of the second command, if it fits. A part of a patch cannot be applied.
    private func patch(bytes limit: Int) -> (text: String?, notice: String?) {
        guard let name = form.secondOutput, outputs.count > 1, outputs[1].hasResult, !outputs[1].output.isEmpty
        else { return (nil, nil) }
        let text = String(decoding: outputs[1].output, as: UTF8.self)
        if JSONValue.string(text).line.count <= limit { return (text, nil) }
        return (nil, "The \(name) of \(text.utf8.count) bytes does not fit into the answer.")
    }

    /// The first and the last messages, each cut to a number of bytes.
    private func messages(_ patchNotice: String?, bytes limit: Int) -> [JSONValue] {
        var seen: Set<String> = []
        let all = [patchNotice, notice].compactMap(\.self) + outputs.flatMap(\.messages)
        let distinct = all.filter { seen.insert($0).inserted }
        let most = 8
        let kept =
            distinct.count <= most
            ? distinct : distinct.prefix(4) + ["… \(distinct.count - 7) more"] + distinct.suffix(3)
        return kept.map { .string($0.cut(toBytes: limit)) }
    }

    private func page(from offset: Int, bytes limit: Int) -> (results: [JSONValue], isCut: Bool) {
        let isBrief = arguments.texts("detail").first != "full" && arguments.texts("row").isEmpty
        var (page, size, isCut): ([JSONValue], Int, Bool) = ([], 0, false)
        for result in results[offset...].prefix(Int(arguments.number("limit") ?? 20)) {
            let kept = isBrief && !form.brief.isEmpty ? result.keeping(form.brief).withoutEmptyMembers : result
            // A result that fits into an answer of its own is not cut behind others.
            let short = kept.cut(toBytes: limit, keepingFirst: form.brief)
            size += short.line.count + 1
            guard page.isEmpty || size <= limit else { break }
            page.append(short)
            isCut = isCut || short != kept
        }
        return (page, isCut)
    }

    /// The JSON of a line; nil for other text.
    private static func value(_ line: [UInt8]) -> JSONValue? {
        do throws(JSONValue.Malformed) {
            return try JSONValue(reading: line)
        } catch {
            return nil
        }
    }
}
