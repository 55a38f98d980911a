import ForwardProxy
import InternetNames
import TransportSecurity

extension ProxyRequest {
    /// The request for a tunnel.
    static func connect(_ host: Host = .name("a.example"), port: UInt16 = 443) -> ProxyRequest {
        ProxyRequest(load: Load(scheme: .https, authority: Authority(host: host, port: port)), method: .connect)
    }

    /// The request for a page of plain HTTP.
    static func get(_ host: Host = .name("a.example"), path: ByteString = "/p", query: ByteString? = nil)
        -> ProxyRequest
    {
        ProxyRequest(
            load: Load(scheme: .http, authority: Authority(host: host, port: 80), path: path), method: "GET",
            query: query)
    }
}
