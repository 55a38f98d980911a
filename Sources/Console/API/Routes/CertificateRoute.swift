/// `GET rows/{id}/certificates/{position}`: a certificate in PEM.
enum CertificateRoute: RouteHandler {
    static func answer(
        to request: RoutedRequest, in state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleAnswer {
        let row = state.traffic.table.rows[try request.rowIndex(in: state)]
        let certificates = RowServerFacts(of: row, in: state.traffic).certificates
        guard let position = Int(request.parameters[1]), certificates.indices.contains(position) else {
            throw ConsoleProblem(
                404, title: "Not found", detail: "The row has \(certificates.count) certificates, counted from 0.")
        }
        return .response(
            .attachment(
                "\(row.key.hostText)-\(position).pem", contentType: "application/x-pem-file",
                content: Array(certificates[position].pem.utf8)))
    }
}
