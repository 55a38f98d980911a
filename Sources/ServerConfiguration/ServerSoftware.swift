/// The software of a server, for which lines of configuration are known.
package enum ServerSoftware: String, CaseIterable, Sendable {
    case nginx
    case apache
    case haproxy
    case caddy
    case iis
    case awsALB = "aws-alb"

    /// The usual name.
    package var name: String {
        switch self {
        case .nginx: return "nginx"
        case .apache: return "Apache"
        case .haproxy: return "HAProxy"
        case .caddy: return "Caddy"
        case .iis: return "IIS"
        case .awsALB: return "the load balancer (AWS ALB)"
        }
    }
}
