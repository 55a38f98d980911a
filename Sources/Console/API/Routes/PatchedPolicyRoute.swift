import HTTPServer

/// `GET rows/{id}/policy`: the file of the row's policy with the exception that makes the loads of the row succeed.
enum PatchedPolicyRoute {
    static func answer(
        to request: RoutedRequest, _ state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleAnswer {
        let row = state.traffic.table.rows[try request.place(in: state)]
        let fix = RowFix(of: row, in: &state.traffic)
        guard let entry = fix.entry else {
            throw ConsoleProblem(409, "No exception helps", fix.sentence)
        }
        let id = row.key.policy.id
        guard let text = state.uploads[id]?.text ?? state.file(ofPolicy: id)?.text else {
            throw ConsoleProblem(
                409, "No file to patch",
                "The file of this row's policy is not known; copy the entry, or upload the Info.plist and choose it.")
        }
        guard let patched = entry.patched(text) else {
            throw ConsoleProblem(
                409, "No file to patch", "The file of this row's policy is not a property list in XML.")
        }
        return .response(.attachment("Info.plist", contentType: "application/xml", Array(patched.utf8)))
    }
}
