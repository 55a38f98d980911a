import Events
import TransportSecurity

/// The members of one decision that `LoadCounts` takes, besides those of its `LoadRow`.
package struct CountedDecision {
    /// The time of the decision.
    package var time: Instant
    /// The load.
    package var load: LoadID
    /// The end of the load, if it came before the decision; else nil.
    package var ended: EndedLoad?
    /// The IP address of the client; empty, like the texts below, if there is none.
    package var device: String
    /// The proxy user.
    package var user: String
    /// The label of the test case.
    package var label: String
    /// The path.
    package var path: String

    /// Creates the members of a decision.
    package init(
        time: Instant, load: LoadID, ended: EndedLoad?, device: String, user: String, label: String, path: String
    ) {
        (self.time, self.load, self.ended) = (time, load, ended)
        (self.device, self.user, self.label, self.path) = (device, user, label, path)
    }
}
