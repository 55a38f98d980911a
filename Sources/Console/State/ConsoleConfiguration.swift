/// The part of the program's configuration that the console shows and judges by. A reload replaces it as a whole.
public struct ConsoleConfiguration: Sendable {
    /// The inputs of judging.
    public var judge: ConsoleJudge
    /// The data that verdicts depend on, with their dates.
    public var data: [DataFile]
    /// The file of the policy that was given, for patches; nil without a policy, or if the file is not text.
    public var policyFile: ConsoleSettings.PolicyFile?

    /// Creates a configuration.
    public init(judge: ConsoleJudge, data: [DataFile], policyFile: ConsoleSettings.PolicyFile?) {
        self.judge = judge
        self.data = data
        self.policyFile = policyFile
    }
}
