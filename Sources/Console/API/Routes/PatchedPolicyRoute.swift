import HTTPServer

/// `GET rows/{id}/policy`: the file of the row's policy with the exception that makes the loads of the row succeed, or
/// the change of the file as a patch.
enum PatchedPolicyRoute {
    private enum Format: String {
        case plist, patch
    }

    static func answer(
        to request: RoutedRequest, _ state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleAnswer {
        guard let format = Format(rawValue: request.request.first("format") ?? Format.plist.rawValue) else {
            throw ConsoleProblem(400, "Unknown format", "The member format of the query is plist or patch.")
        }
        let row = state.traffic.table.rows[try request.rowIndex(in: state)]
        let fix = RowFix(of: row, in: &state.traffic)
        guard let entry = fix.entry else {
            throw ConsoleProblem(409, "No exception helps", fix.sentence)
        }
        let id = row.key.policy.id
        let upload = state.uploads[id]
        let file = state.file(ofPolicy: id)
        guard let text = upload?.text ?? file?.text else {
            throw ConsoleProblem(
                409, "No file to patch",
                "The file of this row's policy is not known; copy the entry, or upload the Info.plist and choose it.")
        }
        let content: (name: String, type: String, text: String?)
        switch format {
        case .plist: content = ("Info.plist", "application/xml", entry.patched(text))
        case .patch:
            let path = upload?.name ?? file?.path ?? "Info.plist"
            content = ("Info.patch", "text/x-diff; charset=utf-8", entry.patch(of: text, at: path))
        }
        guard let changed = content.text else {
            throw ConsoleProblem(
                409, "No file to patch", "The file of this row's policy is not a property list in XML.")
        }
        return .response(.attachment(content.name, contentType: content.type, Array(changed.utf8)))
    }
}
