import HTTP
import TransportSecurity

extension Permit {
    /// The strictness with which the response to a permitted request is read.
    var grammar: ResponseGrammar {
        switch mode {
        case .enforce: .strict
        case .observe: .lenient
        }
    }
}
