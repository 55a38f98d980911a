/// Pipes of one loop that nothing is in: those that are in use come back as soon as they are empty, so that a thousand
/// tunnels that idle share a handful.
final class PipePool {
    private var idle: [Pipe] = []

    /// An empty pipe; nil where the system grants none.
    func take() -> Pipe? {
        idle.popLast() ?? Pipe()
    }

    /// Takes a pipe back. One in which something is left is closed: those bytes are nobody else's.
    func give(_ pipe: Pipe) {
        if pipe.count == 0, idle.count < Self.limit { idle.append(pipe) }
    }

    /// How many are kept: as many as move bytes at once in a busy loop, and not so many descriptors.
    private static let limit = 32
}
