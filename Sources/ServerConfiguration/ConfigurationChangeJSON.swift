import JSONWriting

extension ConfigurationChange: JSONWritable {
    /// Writes the change as the member `serverConfiguration` of a line of `check` has it.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("software", software.rawValue)
            json.member("lines", lines)
            json.member("placement", placement)
            json.member("notes", notes)
            json.member("lostClients", lostClients)
            json.member("remaining", remaining)
        }
    }
}

extension ConfigurationChange.Remainder: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("rule", rule.rawValue)
            json.member("sentence", sentence)
        }
    }
}
