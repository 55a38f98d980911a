import Testing
import TransportSecurity

@testable import Probing

@Suite struct LargeHelloQuestionTests {
    private static let answered = LargeHelloQuestion.Event.answered(.tls1_3, .x25519MLKEM768)

    @Test func anAnswerEndsTheQuestion() {
        var question = LargeHelloQuestion()
        #expect(question.handle(Self.answered) == .finish(.answered(.tls1_3, .x25519MLKEM768)))
    }

    /// What a server does with hellos of each size alone decides, not the way in which it fails.
    @Test(arguments: [
        (LargeHelloQuestion.Event.refused(.closed), LargeHelloAnswer.Result.refused(.closed), 8),
        (.refused(.alert(50)), .refused(.alert(50)), 5), (.silent, .silent, 5),
    ])
    func aHelloThatFailsEachTimeIsRefused(
        event: LargeHelloQuestion.Event, result: LargeHelloAnswer.Result, count: Int
    ) {
        var question = LargeHelloQuestion()
        var command = LargeHelloQuestion.Command.send(isLarge: true)
        var sent = 0
        while case .send(let isLarge) = command {
            sent += 1
            command = question.handle(isLarge ? event : Self.answered)
        }
        #expect(command == .finish(result) && sent == count)
    }

    /// A server that fails small hellos as well is asked with large ones alone, and only an answer is believed.
    @Test(arguments: [LargeHelloQuestion.Event.refused(.closed), .refused(.alert(50)), .silent])
    func onlyAnAnswerIsBelievedIfTheSmallHelloFails(event: LargeHelloQuestion.Event) {
        for answersLast in [false, true] {
            var question = LargeHelloQuestion()
            #expect(question.handle(event) == .send(isLarge: false))
            var command = question.handle(.refused(.closed))
            while case .send(let isLarge) = command {
                #expect(isLarge)
                let next = question.handle(event)
                if case .finish = next, answersLast {
                    command = question.handle(Self.answered)
                } else {
                    command = next
                }
            }
            #expect(command == .finish(answersLast ? .answered(.tls1_3, .x25519MLKEM768) : .unknown(.unreliable)))
        }
    }

    /// One answer that does not end in time may be slow by chance; two of them are not judged.
    @Test func anAnswerThatDoesNotEndIsNotKnown() {
        var question = LargeHelloQuestion()
        #expect(question.handle(.slow) == .send(isLarge: true))
        #expect(question.handle(.slow) == .finish(.unknown(.slow)))
        // What fails the next time may be slow as well.
        for event in [LargeHelloQuestion.Event.silent, .refused(.closed), .refused(.alert(40))] {
            question = LargeHelloQuestion()
            #expect(question.handle(.slow) == .send(isLarge: true))
            #expect(question.handle(event) == .finish(.unknown(.slow)))
        }
        question = LargeHelloQuestion()
        #expect(question.handle(.notSent) == .send(isLarge: true))
        #expect(question.handle(.notSent) == .finish(.unknown(.notReached)))
    }

    /// A server that is busy with another connection says nothing to a small hello, and its front resets large ones.
    @Test func aBusyServerBehindAFrontThatResetsRefusesLargeHellos() {
        var question = LargeHelloQuestion()
        var (command, small) = (LargeHelloQuestion.Command.send(isLarge: true), 0)
        while case .send(let isLarge) = command {
            small += isLarge ? 0 : 1
            command = question.handle(isLarge ? .refused(.closed) : .silent)
        }
        #expect(command == .finish(.refused(.closed)) && small == 1)
        question = LargeHelloQuestion()
        #expect(question.handle(.refused(.closed)) == .send(isLarge: false))
        #expect(question.handle(.silent) == .send(isLarge: true))
        #expect(question.handle(Self.answered) == .finish(.answered(.tls1_3, .x25519MLKEM768)))
    }

    /// A server that loses every second to fifth connection, or all but one of these, is never said to refuse large
    /// hellos.
    @Test(arguments: 2...5, [LargeHelloQuestion.Event.refused(.closed), .refused(.alert(50)), .silent])
    func aServerThatLosesConnectionsIsNotBlamed(period: Int, loss: LargeHelloQuestion.Event) {
        for (start, losesOne) in (0..<period).flatMap({ [($0, true), ($0, false)] }) {
            var question = LargeHelloQuestion()
            var (number, command) = (start, LargeHelloQuestion.Command.send(isLarge: true))
            while case .send = command {
                let isLost = (number % period == 0) == losesOne
                command = question.handle(isLost ? loss : Self.answered)
                number += 1
            }
            let answer = LargeHelloAnswer.Result.answered(.tls1_3, .x25519MLKEM768)
            #expect(
                command == .finish(.unknown(.unreliable)) || command == .finish(answer),
                "\(period) \(start) \(losesOne)")
        }
    }
}
