import InternetNames
import JSONWriting
import TransportSecurity

/// `POST rows/{id}/probe`: forgets the facts of the row's server, and has it probed once.
///
/// The answer comes before the probe has ended. After the end, the member `probed` of the row has a later time.
enum ProbeRoute: RouteHandler {
    static func answer(
        to request: RoutedRequest, in state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleAnswer {
        let row = state.traffic.table.rows[try request.rowIndex(in: state)]
        guard let probeAgain = state.settings.probeAgain else {
            throw ConsoleProblem(
                409, title: "No proxy",
                detail: "Nothing is probed for recordings; use atsproxy check on the server instead.")
        }
        guard let destination = row.key.authority else {
            throw ConsoleProblem(409, title: "No server", detail: "The requests of this row name no server.")
        }
        let name = destination.description.visible(limit: 300)
        switch probeAgain(destination) {
        case .begun:
            return .response(.json(BegunProbe(probed: row.probed), status: 202))
        case .tooSoon(let seconds):
            throw ConsoleProblem(
                429, title: "Too soon", detail: "\(name) was probed again a moment ago; ask again in \(seconds) s.",
                retryAfter: seconds)
        case .unknown:
            throw ConsoleProblem(
                409, title: "Never probed",
                detail: "No load has led to a probe of \(name) lately; its next load does.")
        }
    }
}

/// The answer while a server is probed again: the time of its last probe.
private struct BegunProbe: JSONWritable {
    var probed: Instant?

    func write(to json: inout JSONWriter) {
        json.object { $0.member("probed", probed) }
    }
}
