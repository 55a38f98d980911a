// Judges what each test loads under Apple's App Transport Security (ATS), by a proxy of atsproxy that runs.
//
// Copy this file into a test target. It needs Foundation, iOS 18 or macOS 15, and XCTest or Swift Testing:
//
//     final class LoginTests: JudgedTestCase { … }        // XCTest: each test method
//     @Suite(.judged) struct LoginTests { … }             // Swift Testing: each test of the suite
//
// The proxy is told the name of each test, and asked what the test has loaded. The test fails if ATS refuses a load. The
// variable ATSPROXY in the environment of the tests has the address of the proxy, such as http://127.0.0.1:8080; without it,
// the tests ask http://ats.setup, by the proxy setting of the device or simulator.

import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if canImport(Testing)
import Testing
#endif
#if canImport(XCTest)
import XCTest
#endif

/// A proxy that is told which test case runs, and asked what the test case has loaded.
struct ATSProxy: Sendable {
    /// The address of the proxy, or `http://ats.setup` where the session follows the proxy setting of the OS.
    var address: String
    /// The time in seconds to wait at the end of a test for loads that are not decided yet.
    var patience = 5.0

    /// The proxy that the environment names.
    static var current: ATSProxy {
        let address = ProcessInfo.processInfo.environment["ATSPROXY"].flatMap { $0.isEmpty ? nil : $0 }
        return ATSProxy(address: address ?? "http://ats.setup")
    }

    /// The loads of a test case.
    struct TestCase: Decodable {
        /// The name.
        var label: String
        /// The number of loads.
        var loads: Int
        /// The number of loads whose last decision may be still to come.
        var undecided: Int
        /// The findings, each with its host and the number of its loads.
        var findings: [Row]
        /// The number of findings that the proxy has no room for. Their hosts and rules are not known.
        var omitted: Int

        /// One finding of some loads.
        struct Row: Decodable, Hashable {
            var host: String?
            var port: Int?
            var decision: String
            var loads: Int
            var finding: Finding

            /// The row without the number of its loads, by which it is found again.
            fileprivate var kind: Row {
                var kind = self
                kind.loads = 0
                return kind
            }
        }

        /// One finding: the rule, and the reason in one sentence.
        struct Finding: Decodable, Hashable {
            var rule: String
            var message: String
        }
    }

    /// A proxy or a test that does not do as expected.
    struct Fault: Error, CustomStringConvertible {
        var description: String
    }

    /// Begins a test case. Returns what is known of an earlier run of the same name.
    func begin(_ name: String) throws -> TestCase {
        let label = Self.label(name)
        _ = try send("PUT", body: Data(label.utf8))
        return try own(label, try endingIfThrown(read))
    }

    /// Waits until the loads of the test case are decided, ends it, and returns a sentence for each new violation.
    func end(after earlier: TestCase) throws -> [String] {
        let present = try endingIfThrown { try settled(after: earlier) }
        let own = try own(earlier.label, present)
        _ = try send("DELETE")
        return own.sentences(after: earlier, within: patience)
    }

    /// A name as the proxy takes it: visible, without spaces around it, and of at most 200 bytes.
    static func label(_ name: String) -> String {
        var text = String(name.unicodeScalars.map { isVisible($0) ? Character($0) : "?" })
        while text.utf8.count > 200 { text.removeFirst() }
        return text.trimmingCharacters(in: .whitespaces)
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }

    /// The present test case once its loads are decided, another one's at once.
    private func settled(after earlier: TestCase) throws -> TestCase {
        let end = Date(timeIntervalSinceNow: patience)
        var present = try read()
        while present.label == earlier.label, present.undecided > earlier.undecided, Date() < end {
            Thread.sleep(forTimeInterval: 0.02)
            present = try read()
        }
        return present
    }

    /// The present test case, which has to have this name.
    private func own(_ label: String, _ present: TestCase) throws -> TestCase {
        guard present.label == label else {
            throw Fault(description: "Another test has named itself to the proxy: \(present.label). Run them in turn.")
        }
        return present
    }

    /// Asks for the test case. Ends it if that fails, so that its name does not hold for loads of later tests.
    private func endingIfThrown(_ ask: () throws -> TestCase) throws -> TestCase {
        do { return try ask() } catch {
            _ = try? send("DELETE")
            throw error
        }
    }

    private func read() throws -> TestCase {
        try JSONDecoder().decode(TestCase.self, from: try send("GET"))
    }

    /// Sends a request and waits for its answer, also where a test case has no asynchronous code.
    private func send(_ method: String, body: Data? = nil) throws -> Data {
        guard let url = URL(string: address + "/label") else { throw Fault(description: "\(address) is not a URL.") }
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 10)
        request.httpMethod = method
        request.httpBody = body
        let exchange = Exchange()
        let done = DispatchSemaphore(value: 0)
        Self.session(for: url).dataTask(with: request) { data, response, error in
            exchange.end(data, status: (response as? HTTPURLResponse)?.statusCode, error: error)
            done.signal()
        }.resume()
        guard done.wait(timeout: .now() + 15) == .success else {
            throw Fault(description: "The proxy at \(address) does not answer.")
        }
        return try exchange.content(of: "\(method) \(url)")
    }

    /// The proxy's own address is asked directly, and `ats.setup` by the proxy setting of the OS.
    private static func session(for url: URL) -> URLSession {
        url.host == "ats.setup" ? .shared : direct
    }

    private static let direct: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.connectionProxyDictionary = [:]
        return URLSession(configuration: configuration)
    }()

    /// The result of one request, which another thread sets.
    private final class Exchange: Sendable {
        private let result = Mutex<(data: Data?, status: Int?, error: (any Error)?)>((nil, nil, nil))

        func end(_ data: Data?, status: Int?, error: (any Error)?) {
            result.withLock { $0 = (data, status, error) }
        }

        func content(of request: String) throws -> Data {
            let result = self.result.withLock { $0 }
            guard let data = result.data, let status = result.status else {
                let reason = result.error.map { "\($0)" } ?? "nothing"
                throw Fault(description: "The proxy does not answer to \(request): \(reason)")
            }
            guard status == 200 else {
                throw Fault(
                    description: "\(status) to \(request): \(String(decoding: data.prefix(300), as: UTF8.self))")
            }
            return data
        }
    }
}

extension ATSProxy.TestCase {
    /// A sentence for each violation that is new, or that more loads have, since the earlier run of the test.
    ///
    /// - Parameter patience: The seconds for which its last loads were waited for.
    func sentences(after earlier: Self, within patience: Double) -> [String] {
        let known = Dictionary(earlier.findings.map { ($0.kind, $0.loads) }, uniquingKeysWith: max)
        var sentences = findings.filter { $0.loads > known[$0.kind, default: 0] }.map { row in
            let times = row.loads > 1 ? " ×\(row.loads)" : ""
            return "\(row.host ?? "?"):\(row.port ?? 0)\(times): \(row.finding.message) [\(row.finding.rule)]"
        }
        if omitted > earlier.omitted {
            sentences.append("The proxy has no room for \(omitted - earlier.omitted) more findings. Divide the test.")
        }
        if undecided > earlier.undecided {
            sentences.append("\(undecided - earlier.undecided) loads of the test were not judged in \(patience) s.")
        }
        return sentences
    }
}

#if canImport(XCTest)
/// A test case whose tests fail if ATS refuses a load. Its tests run in turn, as those of XCTest do in one process.
class JudgedTestCase: XCTestCase {
    override func invokeTest() {
        do {
            let begun = try ATSProxy.current.begin(name)
            super.invokeTest()
            for sentence in try ATSProxy.current.end(after: begun) { XCTFail("ATS: \(sentence)") }
        } catch {
            XCTFail("\(error)")
        }
    }
}
#endif

#if canImport(Testing)
/// A trait whose tests fail if ATS refuses a load. All tests with it run in turn, because the proxy tells the test cases of
/// one device apart by their order. Tests without it should load nothing meanwhile.
struct JudgedTrait: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    /// Whether a test with the trait runs in this task: a suite and its test may both have the trait.
    @TaskLocal private static var isJudging = false

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard !test.isSuite, !Self.isJudging else { return try await function() }
        await Turn.shared.take()
        do {
            try await Self.$isJudging.withValue(true) { try await Self.judge(test, function) }
        } catch {
            await Turn.shared.leave()
            throw error
        }
        await Turn.shared.leave()
    }

    private static func judge(_ test: Test, _ function: @Sendable () async throws -> Void) async throws {
        let begun = try ATSProxy.current.begin("\(test.id)")
        let result: Result<Void, any Error>
        do { result = .success(try await function()) } catch { result = .failure(error) }
        do {
            for sentence in try ATSProxy.current.end(after: begun) {
                Issue.record("ATS: \(sentence)", sourceLocation: test.sourceLocation)
            }
        } catch {
            // The error of the test itself is thrown below.
            Issue.record("\(error)", sourceLocation: test.sourceLocation)
        }
        try result.get()
    }

    /// The turn of one test at a time.
    private actor Turn {
        static let shared = Turn()
        private var isTaken = false
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func take() async {
            guard isTaken else { return isTaken = true }
            await withCheckedContinuation { waiting.append($0) }
        }

        func leave() {
            if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
        }
    }
}

extension Trait where Self == JudgedTrait {
    /// Fails a test if ATS refuses a load of it.
    static var judged: JudgedTrait { JudgedTrait() }
}
#endif
