import JSONWriting

/// `GET loads`: the latest loads in the order of their time.
enum LoadsRoute: RouteHandler {
    static func answer(
        to request: RoutedRequest, in state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleAnswer {
        let number = try request.number("after", expecting: "the number 'change' of an earlier answer") ?? 0
        let loads = LoadList(after: number, in: state.traffic)
        return .response(.json(LatestLoads(session: state.settings.session, loads: loads)))
    }
}

/// The latest loads, with the session to which their numbers belong.
private struct LatestLoads: JSONWritable {
    let session: String
    let loads: LoadList

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("session", session)
            json.member("change", Int(clamping: loads.change))
            json.member("limit", loads.keptLoadLimit)
            json.name("loads")
            loads.writeLoads(to: &json)
        }
    }
}
