import Foundation
import TransportSecurity

/// A request whose route is known.
struct RoutedRequest {
    /// The request.
    let request: ConsoleRequest
    /// The values of the segments in braces, in their order.
    let parameters: [String]
    /// The time of the request.
    let now: Instant

    init(_ request: ConsoleRequest, parameters: [String], at now: Instant) {
        self.request = request
        self.parameters = parameters
        self.now = now
    }

    /// The values of all members of the query with a name, except empty ones.
    func values(_ name: String) -> [String] {
        request.query.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
    }

    /// The body as a JSON object of a type. Throws a problem that describes the expected body.
    func body<Body: Decodable>(_ type: Body.Type, _ expected: String) throws(ConsoleProblem) -> Body {
        do {
            return try JSONDecoder().decode(type, from: Data(request.body))
        } catch {
            throw ConsoleProblem(400, "Malformed body", "The body is not \(expected).")
        }
    }

    /// The index in the table of the row that the first parameter names.
    func rowIndex(in state: ConsoleState) throws(ConsoleProblem) -> Int {
        guard let index = state.traffic.table.index(ofRow: parameters[0]) else {
            throw ConsoleProblem(
                404, "Not found", "There is no row \(parameters[0].visible(limit: 40)) in this session.")
        }
        return index
    }
}
