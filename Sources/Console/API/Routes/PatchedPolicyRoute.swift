import HTTPServer

/// `GET rows/{id}/policy`: the file of the row's policy with the exception that makes the loads of the row succeed, or
/// the change of the file as a patch.
enum PatchedPolicyRoute: RouteHandler {
    private enum Format: String {
        case plist, patch
    }

    static func answer(
        to request: RoutedRequest, in state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleAnswer {
        guard let format = Format(rawValue: request.request.first("format") ?? Format.plist.rawValue) else {
            throw ConsoleProblem(
                400, title: "Unknown format", detail: "The member 'format' of the query is plist or patch.")
        }
        let row = state.traffic.table.rows[try request.rowIndex(in: state)]
        let fix = RowFix(of: row, in: &state.traffic)
        guard let entry = fix.entry else {
            throw ConsoleProblem(409, title: "No exception helps", detail: fix.sentence)
        }
        let id = row.key.policy.id
        let upload = state.uploads[id]
        let file = state.file(ofPolicy: id)
        guard let text = upload?.text ?? file?.text else {
            throw ConsoleProblem(
                409, title: "No file to patch",
                detail:
                    "The file of this row's policy is not known; copy the entry, or upload the "
                    + "Info.plist and choose it."
            )
        }
        let (name, contentType, changed): (String, String, String?)
        switch format {
        case .plist: (name, contentType, changed) = ("Info.plist", "application/xml", entry.patched(text))
        case .patch:
            let path = upload?.name ?? file?.path ?? "Info.plist"
            (name, contentType) = ("Info.patch", "text/x-diff; charset=utf-8")
            changed = entry.patch(of: text, at: path)
        }
        guard let changed else {
            throw ConsoleProblem(
                409, title: "No file to patch", detail: "The file of this row's policy is not a property list in XML.")
        }
        return .response(.attachment(name, contentType: contentType, Array(changed.utf8)))
    }
}
