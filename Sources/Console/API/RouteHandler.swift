import Foundation
import InternetNames
import Recordings
import TransportSecurity

/// Answers the requests of one route of the API, such as `GET rows/{id}`. Each type in `Routes` is one route.
protocol RouteHandler: Sendable {
    /// Answers a request. An answer that takes long is returned as the computation that makes it. Throws a problem if
    /// the request is refused.
    static func answer(
        to request: RoutedRequest, in state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleAnswer
}

/// A request to the API whose route is known, with typed access to the parts of its path, query and body.
struct RoutedRequest {
    /// The request.
    let request: ConsoleRequest
    /// The segments of the path that stand where the route has braces, such as `{id}`, in their order.
    let parameters: [String]
    /// The time of the request.
    let now: Instant

    init(_ request: ConsoleRequest, parameters: [String], at now: Instant) {
        self.request = request
        self.parameters = parameters
        self.now = now
    }

    /// The values of the members of the query that have the name, except empty values.
    func values(of name: String) -> [String] {
        request.query.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
    }

    /// The number in a member of the query; nil if the query has no such member. Throws a problem if the text is not a
    /// number.
    ///
    /// - Parameter meaning: The meaning of the number, for the problem's detail.
    func number(_ name: String, expecting meaning: String) throws(ConsoleProblem) -> UInt64? {
        guard let text = request.first(name) else { return nil }
        guard let number = UInt64(text) else {
            throw ConsoleProblem(
                400, title: "Malformed number", detail: "The member '\(name)' of the query is \(meaning).")
        }
        return number
    }

    /// The format in the member `format` of the query. Throws a problem if there is no such format.
    func format<Format: RawRepresentable & CaseIterable>(
        _ type: Format.Type
    ) throws(ConsoleProblem) -> Format where Format.RawValue == String {
        guard let format = Format(rawValue: request.first("format") ?? "") else {
            let names = Format.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConsoleProblem(
                400, title: "Unknown format", detail: "The member 'format' of the query is one of \(names).")
        }
        return format
    }

    /// Decodes the JSON of the body. Throws a problem if the body has another form.
    ///
    /// - Parameter form: An example of the body, for the problem's detail.
    func body<Body: Decodable>(_ type: Body.Type, expecting form: String) throws(ConsoleProblem) -> Body {
        do {
            return try JSONDecoder().decode(type, from: Data(request.body))
        } catch {
            throw ConsoleProblem(400, title: "Malformed body", detail: "The body is not \(form).")
        }
    }

    /// The index of the row whose identifier is the first parameter. Throws a problem if there is no such row.
    func rowIndex(in state: ConsoleState) throws(ConsoleProblem) -> Int {
        guard let index = state.traffic.table.index(ofRow: parameters[0]) else {
            throw ConsoleProblem(
                404, title: "Not found",
                detail: "There is no row \(parameters[0].visible(limit: 40)) in this session.")
        }
        return index
    }
}

extension TrafficSelection {
    /// Creates the selection that the members app, build, device, label and host of a query describe.
    init(_ request: RoutedRequest) throws(ConsoleProblem) {
        self.init()
        filter.apps = request.values(of: "app")
        filter.builds = request.values(of: "build")
        labels = Set(request.values(of: "label"))
        for text in request.values(of: "device") {
            guard let address = IPAddress(text) else {
                throw ConsoleProblem(
                    400, title: "Malformed filter",
                    detail: "The device \(text.visible(limit: 60)) is not an IP address.")
            }
            devices.insert(address.description)
        }
        for text in request.values(of: "host") {
            guard let pattern = HostPattern(text) else {
                throw ConsoleProblem(
                    400, title: "Malformed filter",
                    detail:
                        "The host \(text.visible(limit: 60)) is neither a host nor a domain in the form *.example.com.")
            }
            filter.hosts.append(pattern)
        }
    }
}
