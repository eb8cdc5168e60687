// Settings, problems and formats of responses are part of the interface of this module.
@_exported import Wire
