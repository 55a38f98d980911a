import InternetNames
import JSONWriting

/// The answer to a call of a tool, made of the outputs of its commands.
///
/// A command prints all it knows in JSON. The answer has a page of the results, shortened to a number of bytes.
struct ToolAnswer {
    private let form: AnswerForm
    private let outputs: [CommandOutput]
    private let arguments: ToolArguments
    /// The first output as one object, of which the summary is a part; empty if the tool has no summary.
    private let whole: JSONValue
    private let results: [JSONValue]
    /// A sentence on hosts that no row has; nil if there is nothing to say.
    private let notice: String?

    init(_ call: ToolCall, outputs: [CommandOutput]) {
        form = call.tool.answer
        arguments = call.arguments
        let values = Self.values(of: call, in: outputs)
        whole = form.summary.isEmpty ? .object([]) : Self.value(outputs.first?.output ?? []) ?? .object([])
        // A command that has failed may have printed a part of a result.
        let isUnreadable = values.contains(nil) && outputs.allSatisfy(\.hasResult)
        self.outputs =
            isUnreadable
            ? [.failed(70, because: "The output of the command is not JSON that the server can read.")] + outputs
            : outputs
        let objects = values.compactMap { value -> JSONValue? in
            guard case .object(let members)? = value, !members.isEmpty else { return nil }
            return value
        }
        // A command chooses hosts itself; the console does not.
        let hosts = call.tool.task == .console ? call.arguments.texts("host") : []
        results = hosts.isEmpty ? objects : objects.filter { hosts.contains($0["host"]?.text ?? "") }
        notice =
            results.isEmpty && !objects.isEmpty
            ? "No row has a host of this call; the console has rows of \(objects.count) other destinations." : nil
    }

    /// The values that the form of the answer names as results; nil for text that is not JSON.
    private static func values(of call: ToolCall, in outputs: [CommandOutput]) -> [JSONValue?] {
        switch call.tool.answer.results {
        case .lines:
            let lines = (outputs.first?.output ?? []).split(separator: 0x0A)
            return lines.map { value(Array($0)) }
        case .member(let usualName, let parameter):
            let name = parameter.flatMap { call.arguments.texts($0).first } ?? usualName
            let output = outputs.last?.output ?? []
            let whole = output.isEmpty ? JSONValue.object([]) : value(output)
            return whole?[name]?.elements ?? [whole]
        }
    }

    /// Whether the call has failed. A call that finds violations has not failed.
    var isError: Bool { outputs.isEmpty || outputs.contains { !$0.hasResult } }

    /// The structured answer in about this number of bytes. The summary has at most a fifth of them, and each message a
    /// fortieth. The results have the rest, at least a tenth.
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
        var messages = ([patchNotice, notice].compactMap(\.self) + outputs.flatMap(\.messages)).distinct
        if messages.count > 8 {
            messages = messages.prefix(4) + ["… \(messages.count - 7) more"] + messages.suffix(3)
        }
        return messages.map { .string($0.cut(toBytes: limit)) }
    }

    /// The results from an offset on that fit into a number of bytes, at least one.
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
