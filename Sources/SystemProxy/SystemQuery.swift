/// A function that runs a command which reads settings, and returns its output.
typealias SystemQuery = ([String]) throws(SystemSettingsFault) -> String
