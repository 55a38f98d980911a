import JSONWriting

extension HostCoverage: JSONWritable {
    /// The largest number of names of hosts of each reason. The number of hosts counts all.
    private static let nameLimit = 100

    /// Writes the figure with its reasons.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("known", known)
            json.member("covered", covered)
            json.member("percent", percent)
            json.member("isAtMost", isAtMost)
            json.member("sentence", sentence)
            json.name("reasons")
            json.array { json in
                for gap in reasons {
                    json.object { json in
                        json.member("reason", gap.reason.rawValue)
                        json.member("hosts", gap.hosts.count)
                        json.member("sentence", "\(gap.clause).")
                        json.member("names", Array(gap.hosts.prefix(Self.nameLimit)))
                    }
                }
            }
            json.member("limits", boundReasons)
        }
    }
}
