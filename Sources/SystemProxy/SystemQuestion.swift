/// Runs a command that reads a setting, and returns what it prints.
typealias SystemQuestion = ([String]) throws(SystemSettingsFault) -> String
