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
        let content =
            switch format {
            case .plist: entry.patched(text)
            case .patch: entry.patch(of: text, at: upload?.name ?? file?.path ?? "Info.plist")
            }
        guard let content else {
            throw ConsoleProblem(
                409, title: "No file to patch", detail: "The file of this row's policy is not a property list in XML.")
        }
        return .response(attachment(as: format, content: Array(content.utf8)))
    }

    private static func attachment(as format: Format, content: [UInt8]) -> ServerResponse {
        switch format {
        case .plist: .attachment("Info.plist", contentType: "application/xml", content: content)
        case .patch: .attachment("Info.patch", contentType: "text/x-diff; charset=utf-8", content: content)
        }
    }
}
