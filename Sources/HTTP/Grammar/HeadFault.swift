/// The faults of the head of a message.
enum HeadFault: Error {
    case lineEnding, fieldLine, emptyLines, startLineTooLong, tooLarge, tooManyFields
}
