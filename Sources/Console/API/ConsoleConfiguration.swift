/// What of the program's configuration the console shows and judges by. A reload replaces it as a whole.
public struct ConsoleConfiguration: Sendable {
    /// What judging needs.
    public var judge: ConsoleJudge
    /// The data that verdicts depend on, with their dates.
    public var data: [DataFile]
    /// The file of the policy that was given, for patches; nil if there is none, or it is no text.
    public var policyFile: ConsoleSettings.PolicyFile?

    /// Creates a configuration.
    public init(judge: ConsoleJudge, data: [DataFile], policyFile: ConsoleSettings.PolicyFile?) {
        self.judge = judge
        self.data = data
        self.policyFile = policyFile
    }
}
