import Synchronization

/// A queue of bounded length between two threads: one puts elements into it and waits while it is full, the other takes
/// them out in order and waits while it is empty.
public final class BoundedQueue<Element: Sendable>: Sendable {
    private let state = Mutex(State())
    /// Holds one byte for each element in the queue, and one for its end.
    private let elements: SelfPipe
    /// Holds one byte for each free place, and one if nobody takes elements any more.
    private let places: SelfPipe

    private struct State {
        var elements: [Element] = []
        var isCancelled = false
    }

    /// Creates an empty queue for up to so many elements. Throws an error if the process may open no more descriptors.
    public init(limit: Int) throws(SystemError) {
        elements = try SelfPipe(whenEmpty: .blocks)
        places = try SelfPipe(whenEmpty: .blocks)
        // A pipe of 4 KiB, the smallest one, holds this many bytes.
        for _ in 0..<min(max(1, limit), 4000) { places.signal() }
    }

    /// Appends an element. Waits while the queue is full. Returns false if nobody takes elements any more.
    public func put(_ element: Element) -> Bool {
        _ = places.receive()
        let isTaken = state.withLock { state in
            if !state.isCancelled { state.elements.append(element) }
            return !state.isCancelled
        }
        // Once cancelled, a queue always has a free place.
        (isTaken ? elements : places).signal()
        return isTaken
    }

    /// Ends the queue: no element follows.
    public func finish() {
        elements.signal()
    }

    /// Removes the first element. Waits while the queue is empty. Returns nil at its end.
    public func take() -> Element? {
        _ = elements.receive()
        let element = state.withLock { $0.elements.isEmpty ? nil : $0.elements.removeFirst() }
        if element != nil { places.signal() }
        return element
    }

    /// Declares that no more elements are taken.
    public func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.elements = []
        }
        places.signal()
    }
}
