import DeviceManagement
import Documents
import ForwardProxy
import HTTP
import InternetNames
import Networking
import Probing
import TransportSecurity

/// Asks servers of device management for their well-known documents, one after the other, at the addresses that were
/// judged.
final class DiscoveryClient {
    private let settings: ProbeSettings
    private let upstreamProxy: UpstreamProxy?
    private let os: OSVersion
    private let rules: RuleSet

    init(_ settings: ProbeSettings, through upstreamProxy: UpstreamProxy?, as os: OSVersion, by rules: RuleSet) {
        self.settings = settings
        self.upstreamProxy = upstreamProxy
        self.os = os
        self.rules = rules
    }

    /// The answer to a request. The server was judged before, by a connection of its own.
    func answer(to url: LoadURL, at address: IPAddress?) throws(SystemError) -> DiscoveryAnswer {
        let loop = try EventLoop()
        let downloader = try Downloader(on: loop, settings)
        var request = DownloadRequest(
            of: url.authority, target: url.target, sizeLimit: WellKnownDocument.sizeLimit,
            milliseconds: Int(settings.limits.handshake * 1000), rules: rules)
        request.os = os
        request.accept = "application/json"
        request.address = address
        request.isJudged = false
        var answer = DiscoveryAnswer.unusable(.broken)
        downloader.begin(request, upstreamProxy: upstreamProxy) { result in
            answer = Self.answer(result, from: url.authority)
            loop.stop()
        }
        let end = withExtendedLifetime(downloader) { loop.run() }
        if let end { throw end }
        return answer
    }

    /// The answer that the result of a download stands for.
    private static func answer(
        _ result: Result<DownloadedFile, DownloadFailure>, from authority: Authority
    ) -> DiscoveryAnswer {
        switch result {
        case .success(let file): return .document(file.bytes, contentType: file.contentType)
        case .failure(.response(.status(let status, let location))): return .status(status, location: location)
        case .failure(.response(.tooLarge)): return .unusable(.tooLarge)
        case .failure(.response(.encoded)): return .unusable(.encoded)
        case .failure(.response(.malformed)), .failure(.response(.cutOff)): return .unusable(.broken)
        case .failure(.timedOut): return .unusable(.tooSlow)
        case .failure(let failure):
            return .unusable(.failed(failure.message(about: authority).withoutFullStop))
        }
    }
}

extension LoadURL {
    /// The request target in origin form: path and query.
    fileprivate var target: String {
        let query = text.firstIndex(of: "?").map { text[$0...].prefix { $0 != "#" } } ?? ""
        return path + query
    }
}
