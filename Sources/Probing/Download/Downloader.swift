import ForwardProxy
import Networking
import OpenSSL
import TransportSecurity

/// Fetches files over HTTPS for the program itself, one after the other, on a loop of its owner.
public final class Downloader {
    private let context: ProbeContext
    private var download: Download?

    /// The number of descriptors that a downloader takes: those of lookups, and of connections under way.
    public static let descriptors = 8

    /// A downloader on a loop.
    public init(on loop: EventLoop, _ settings: ProbeSettings) throws(SystemError) {
        context = try ProbeContext(loop, try Resolver(), settings) { _ in }
    }

    /// Applies new settings to the downloads that begin from now on.
    public func use(_ settings: ProbeSettings) {
        context.use(settings)
    }

    /// Begins a download, and gives up the one under way, whose handler is then not called.
    ///
    /// - Parameters:
    ///   - upstreamProxy: The upstream proxy through which servers are reached; nil without one.
    ///   - handler: Called once, on the loop, never before this function returns.
    public func begin(
        _ request: DownloadRequest, upstreamProxy: UpstreamProxy?,
        handler: @escaping (Result<DownloadedFile, DownloadFailure>) -> Void
    ) {
        download = Download(context, request, upstreamProxy: upstreamProxy) { [unowned self] result in
            // The caller still holds the download until its own call returns.
            self.download = nil
            handler(result)
        }
    }

    /// The findings about the connection of an earlier download, by the settings in use and the rules of a request.
    public func findings(about handshake: Handshake, for request: DownloadRequest) -> [String] {
        context.findings(about: handshake, for: request)
    }

    /// Gives up the download under way. Its handler is not called.
    public func cancel() {
        download = nil
    }
}
