/// Runs a command that reads a setting, and returns its output.
typealias SystemQuestion = ([String]) throws(SystemSettingsFault) -> String
