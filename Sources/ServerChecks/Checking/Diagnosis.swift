import Events
import JSONWriting
import TransportSecurity

/// The results of the tests of `nscurl --ats-diagnostics` for one server, and the smallest exception with which a load
/// succeeds.
package struct Diagnosis {
    /// The system whose loads are tested.
    package var os: OSVersion
    /// The tests, in nscurl's order.
    var tests: [TestResult]
    /// The exceptions that could help, smallest first. The first one is empty.
    package var exceptions: [TestResult]

    /// The result of one test.
    package struct TestResult {
        /// The test: a policy with a name.
        package var test: DiagnosticTest
        package var violations: [Finding] = []
        package var warnings: [Finding] = []
        /// The failure of the load or of the probe; nil if there is none.
        package var failure: DecisionEvent.Failure?
        /// Whether the server answered the hello that the system would send. With ATS off, a refusal does not violate
        /// ATS, but the load fails.
        var isAnswered = false

        /// Whether the load would succeed without code of the app. nscurl's client overrides no failure of trust.
        package var passes: Bool { isAnswered && failure == nil && violations.isEmpty && warnings.isEmpty }

        /// Whether the load would succeed if the app's own code accepted the server.
        package var isLeftToApp: Bool { isAnswered && failure == nil && violations.isEmpty && !warnings.isEmpty }
    }

    /// The exception that helps.
    package enum Help {
        /// The server complies with the defaults of ATS.
        case notNeeded
        /// The load succeeds with this smallest exception.
        case exception(DiagnosticTest)
        /// No exception suffices. With this exception, the app's own code decides.
        case leftToApp(DiagnosticTest, [Finding])
        /// No exception helps.
        case none
    }

    /// The smallest exception that helps.
    package var help: Help {
        if exceptions.first?.passes == true { return .notNeeded }
        if let first = exceptions.first(where: \.passes) { return .exception(first.test) }
        if let first = exceptions.first(where: \.isLeftToApp) { return .leftToApp(first.test, first.warnings) }
        return .none
    }
}

extension Diagnosis: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("tests", tests)
            json.name("smallestException")
            switch help {
            case .notNeeded, .none: json.null()
            case .exception(let test), .leftToApp(let test, _):
                PropertyValue.dictionary(test.dictionary).write(to: &json)
            }
            json.member("isNeeded", isNeeded)
            json.member("isSufficient", isSufficient)
        }
    }

    private var isNeeded: Bool {
        if case .notNeeded = help { return false }
        return true
    }

    /// Whether the load succeeds with the smallest exception, or without one, and without code of the app.
    private var isSufficient: Bool {
        switch help {
        case .notNeeded, .exception: return true
        case .leftToApp, .none: return false
        }
    }
}

extension Diagnosis.TestResult: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("section", test.section)
            json.member("name", test.name)
            json.name("dictionary")
            PropertyValue.dictionary(test.dictionary).write(to: &json)
            json.member("result", passes ? "PASS" : "FAIL")
            json.member("violations", violations.map(\.rule))
            json.member("warnings", warnings.map(\.rule))
            json.member("error", failure)
        }
    }
}
