import JSONWriting

extension Coverage: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("policyKeysNeverSeen", policyKeysNeverSeen)
            json.member("expectedHostsNeverSeen", missingHosts.names)
            json.member("contactsNeverSeen", missingHosts.hosts.filter { $0.expected.bundleIdentifier != nil })
            json.member("contactsOutsideRecording", missingHosts.unrecorded)
            json.name("expectedHosts")
            if missingHosts.isAsked {
                json.object { json in
                    json.member("compared", missingHosts.compared)
                    json.member("seen", missingHosts.seen)
                    json.member("outsideRecording", missingHosts.unrecorded.count)
                }
            } else {
                json.null()
            }
            json.member("addresses", addresses)
            json.member("failedLoads", failedLoads)
            json.member("otherAppLoads", otherAppLoads)
            json.member("undeterminedLoads", undeterminedLoads)
            json.member("claimedLoads", claimedLoads)
            json.member("clientRefusals", clientRefusals)
            json.member("cleartextLoads", cleartextLoads)
            json.member("upstreamLoads", upstreamLoads)
            json.member("parentFailedLoads", upstreamProxyFailedLoads)
            json.member("transparentLoads", transparentLoads)
            json.member("evidence", hostCoverage)
            json.member("statements", statements)
        }
    }
}

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

extension MissingHosts.MissingHost: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("bundleIdentifier", expected.bundleIdentifier)
            json.member("app", app)
            json.member("host", expected.name)
            json.member("contacts", expected.contacts.map { Int(clamping: $0) })
            json.member("first", expected.first)
            json.member("last", expected.last)
        }
    }
}
