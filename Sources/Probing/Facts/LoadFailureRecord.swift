import Events
import ForwardProxy
import InternetNames

extension DecisionEvent.Failure {
    /// The failure of a load, or of the probe of its server, as events show it.
    public init(_ failure: LoadFailure, of authority: Authority) {
        self.init(kind: failure.errorType, message: failure.message(about: authority))
        if case .upstreamProxy(let failure) = failure {
            nextHop = failure.upstreamProxy.description
            receivedStatus = failure.receivedStatus.map(Int.init)
        }
    }
}
