import JSONWriting

/// The parts of SARIF 2.1.0 (OASIS Standard, 27 March 2020) that all logs of this program have in common.
extension JSONWriter {
    /// Writes a log with one run of the program.
    ///
    /// - Parameters:
    ///   - version: The version of the program.
    ///   - writeRules: Writes the rules, as elements of an array.
    ///   - writeMembers: Writes the other members of the run.
    mutating func sarifLog(
        version: String, rules writeRules: (inout JSONWriter) -> Void, members writeMembers: (inout JSONWriter) -> Void
    ) {
        object { json in
            json.member(
                "$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json")
            json.member("version", "2.1.0")
            json.name("runs")
            json.array { json in
                json.object { json in
                    json.name("tool")
                    json.object { json in
                        json.name("driver")
                        json.object { json in
                            json.member("name", "atsproxy")
                            json.member("version", version)
                            json.name("rules")
                            json.array(writeRules)
                        }
                    }
                    writeMembers(&json)
                }
            }
        }
    }

    /// Writes a member whose value is an object with a text.
    mutating func sarifText(_ name: StaticString, text: String) {
        self.name(name)
        object { $0.member("text", text) }
    }

    /// Writes the location of a result.
    mutating func sarifLocation(of uri: String, line: Int, column: Int? = nil) {
        name("locations")
        array { json in
            json.object { json in
                json.name("physicalLocation")
                json.object { json in
                    json.name("artifactLocation")
                    json.object { $0.member("uri", uri) }
                    json.name("region")
                    json.object { json in
                        json.member("startLine", line)
                        if let column { json.member("startColumn", column) }
                    }
                }
            }
        }
    }
}
