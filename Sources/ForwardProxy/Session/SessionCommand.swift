import SetupPages
import TransportSecurity

extension Session {
    /// An action for the connection that holds the session. Commands are carried out in their order.
    public enum Command {
        /// Check the credentials of Proxy-Authorization. The answer is `.authenticated`.
        case authenticate(user: String, password: String)
        /// Decide on this load. The answer is `.permitted` or `.refused`.
        case decide(ProxyRequest)
        /// Open a connection to the origin, or take an idle one. The answer is `.connected` or `.connectFailed`.
        case connect(Permit)
        /// Send these bytes to the client.
        case sendToClient(ArraySlice<UInt8>)
        /// Send these bytes to the origin.
        case sendToOrigin(ArraySlice<UInt8>)
        /// Pass the next bytes on without an event: `count` bytes, followed by `.relayed`, or with `nil` all bytes
        /// until the sender finishes, followed by `.clientFinished` or `.originFinished`. Bytes after `count` are
        /// events again.
        case relay(Direction, count: UInt64?)
        /// From now on, all loads of the client belong to this test case, on all its connections; nil ends the last
        /// one.
        case label(TestLabel?)
        /// Describe the loads of a test case that the client has named; nil for the present one. The answer is
        /// `.testCaseRead`.
        case readTestCase(TestLabel?)
        /// Write the configuration profile. The answer is `.profileWritten`.
        indirect case writeProfile(DeviceProfile)
        /// Make the connection a tunnel: all bytes and both half-closes pass from either side to the other. From then
        /// on the only event is `.refused`. The command has the bytes of each side that have already come; they are the
        /// first in the tunnel, and like all others they pass only as the tunnel decides.
        case tunnel(fromClient: ArraySlice<UInt8>, fromOrigin: ArraySlice<UInt8>)
        /// Close the sending side towards the origin, once everything before is sent.
        case finishOrigin
        /// End the exchange with the origin, and all relays with it. `OriginReuse` says who may use the connection
        /// next.
        case releaseOrigin(OriginReuse)
        /// Close the sending side towards the client once everything before is sent, and close when the client has read
        /// it.
        case closeClient
        /// Reset the client's connection at once. The client must not take a partial response for a whole one.
        case resetClient
        /// Tell `.deadlinePassed` when this time passes without progress. `nil` means no limit.
        case deadline(Deadline?)
        /// Record that an exchange ended, or could not begin. Not sent for a tunnel that was opened: only the
        /// connection sees its end.
        indirect case finished(ExchangeSummary)
        /// Stop reading from the client until `.resumeClient`. Its connection stays open.
        case pauseClient
        /// Read from the client again.
        case resumeClient
    }

    /// Which clients a connection to an origin may serve after an exchange.
    public enum OriginReuse: Hashable, Sendable {
        /// None: the connection is closed.
        case none
        /// Any client that may reach the origin.
        case anyClient
        /// Only this client, on this connection of its own.
        case thisClient
    }
}
