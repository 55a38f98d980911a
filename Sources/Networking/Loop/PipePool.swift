/// Empty pipes of one loop, kept for reuse. A pipe returns here as soon as it is empty. A thousand idle tunnels thus
/// share a few pipes.
final class PipePool {
    private var idle: [Pipe] = []

    /// An empty pipe; nil if the system grants none.
    func take() -> Pipe? {
        idle.popLast() ?? Pipe()
    }

    /// Takes a pipe back. A pipe that is not empty is closed, because its bytes belong to one connection.
    func give(_ pipe: Pipe) {
        if pipe.count == 0, idle.count < Self.limit { idle.append(pipe) }
    }

    /// The largest number of pipes to keep, about as many as a busy loop uses at once.
    private static let limit = 32
}
