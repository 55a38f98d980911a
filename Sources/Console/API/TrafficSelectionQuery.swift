import InternetNames
import Recordings

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
