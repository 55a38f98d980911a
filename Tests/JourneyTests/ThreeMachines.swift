import Foundation
import Testing

/// A client, a gateway and a server on two links: network namespaces, which the script `three-machines` makes, and which
/// end with the tests.
final class ThreeMachines: Sendable {
    /// Has 10.88.1.2 and fd00:88:1::2, and reaches all else by way of the gateway.
    let client: TwoMachines.Machine
    /// Has the interfaces `clients` and `servers`.
    let gateway: TwoMachines.Machine
    /// Has 10.88.2.2 and fd00:88:2::2, and 93.184.216.34 and 169.254.169.254 besides.
    let server: TwoMachines.Machine
    /// The servers of the script `gateway-site`, on the server.
    let site: Site
    private let namespaces: NetworkNamespaces
    /// Where `config/gateway` keeps the settings that it changed.
    private let state = FileManager.default.temporaryDirectory.appending(path: "gateway-\(UUID().uuidString)").path

    init() throws {
        namespaces = try NetworkNamespaces("three-machines", count: 3)
        (client, gateway, server) = (namespaces.machines[0], namespaces.machines[1], namespaces.machines[2])
        site = try Site("gateway-site", on: server)
    }

    /// What a program on a machine prints, and its status.
    func run(
        _ program: String, _ arguments: [String], on machine: TwoMachines.Machine
    ) throws -> (status: Int32, output: String, errors: String) {
        let run = try machine.program(program, arguments)
        let status = run.end()
        return (status, run.output, run.errors)
    }

    /// Runs `config/gateway` on the gateway.
    func configure(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
        try configure(arguments)
    }

    private func configure(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
        let script = Repository.root.appending(path: "config/gateway").path
        return try run("/usr/bin/env", ["ATSPROXY_GATEWAY_STATE=\(state)", script] + arguments, on: gateway)
    }

    /// Runs the body while the gateway is up, and takes the gateway down again.
    ///
    /// - Parameter capture: The path of the capture of refused QUIC; nil for none.
    func behindGateway(
        mode: String = "redirect", recordingQUIC capture: String? = nil, _ body: (ThreeMachines) throws -> Void
    ) throws {
        let recording = capture.map { ["--count-quic", $0] } ?? []
        let up = try configure(
            ["up", "--clients", "clients", "--ports", "80,443,8443,8444", "--mode", mode] + recording)
        #expect(up.status == 0, "\(up.errors)")
        let result = Result { try body(self) }
        #expect(try configure("down").status == 0)
        try result.get()
    }

    /// All rules, settings and routes that `config/gateway` may change.
    func configuration() throws -> String {
        let settings = "grep -r . /proc/sys/net/ipv4/ip_forward /proc/sys/net/ipv6/conf/*/forwarding"
        let commands = "nft list ruleset; \(settings); ip rule; ip -6 rule; ip route show table all | grep 24948"
        return try run("/bin/sh", ["-c", commands], on: gateway).output
    }

    /// A proxy on the gateway that waits for redirected connections on port 8081.
    func proxy(_ options: String..., adding more: [String] = [], policy: String? = nil) throws -> Proxy {
        let listen = ["--listen-transparent", "0.0.0.0:8081", "--listen-transparent", "[::]:8081"]
        let clients = ["--allow-client", "10.88.1.0/24", "--allow-client", "fd00:88:1::/64"]
        return try Proxy(
            on: gateway, site: site, listen + clients + ["--console", "off"] + options + more, policy: policy)
    }

    /// What curl on the client gets, which knows no proxy.
    func curl(_ url: String, _ options: String..., over address: String = "10.88.2.2") throws -> Answer {
        let host = URL(string: url)?.host() ?? ""
        let names = [80, 443, 8443, 8444].flatMap { ["--resolve", "\(host):\($0):\(address)"] }
        return try Answer(curl: ["--cacert", site.root] + names + options + [url], on: client)
    }
}
