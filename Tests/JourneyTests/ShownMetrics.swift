import Foundation

/// The metrics of a running proxy, at the address that the program prints.
struct ShownMetrics {
    /// The address without a path, such as `http://127.0.0.1:9464`.
    let base: String
    /// The port.
    let port: Int

    /// Waits until a program has printed the address of its metrics.
    init(of program: Program) throws {
        guard holds({ program.errors.contains("metrics at ") }),
            let line = program.errors.firstMatch(of: #/metrics at (http://[0-9.]+:(\d+))/metrics\n/#),
            let port = Int(line.2)
        else { throw JourneyError(text: "there are no metrics: \(program.errors)") }
        (base, self.port) = (String(line.1), port)
    }

    /// All samples now.
    func samples() throws -> MetricSamples {
        MetricSamples(try text())
    }

    /// The body at an address of the server.
    func text(_ path: String = "/metrics", _ options: String...) throws -> String {
        let client = try Program(
            "/usr/bin/curl", ["--silent", "--max-time", "20", "--noproxy", ""] + options + [base + path])
        guard client.end() == 0 else { throw JourneyError(text: "\(base)\(path) does not answer") }
        return client.output
    }

    /// The status at an address of the server; 0 if there is no answer.
    func status(_ path: String) throws -> Int {
        try Answer(curl: [base + path]).status
    }
}

/// Samples of metrics, by name and labels as they are written.
struct MetricSamples {
    private let values: [String: Double]

    /// Reads the samples of a text.
    init(_ text: String) {
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        values = Dictionary(
            lines.compactMap { line -> (String, Double)? in
                guard let space = line.lastIndex(of: " "), let value = Double(line[line.index(after: space)...]) else {
                    return nil
                }
                return (String(line[..<space]), value)
            }
        ) { first, _ in first }
    }

    /// The names without labels.
    var names: Set<String> {
        Set(values.keys.map { String($0.prefix { $0 != "{" }) })
    }

    /// The value of a sample, such as `a_total{b="c"}`; nil if there is none.
    subscript(name: String) -> Int? {
        values[name].map { Int($0) }
    }

    /// The sum over all labels of a name.
    func sum(_ name: String) -> Int {
        Int(values.filter { $0.key == name || $0.key.hasPrefix(name + "{") }.values.reduce(0, +))
    }
}
