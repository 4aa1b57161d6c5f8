"""The errors of an engine."""


class EngineError(Exception):
    """The engine rejects a command, such as a position or the value of an option.

    UGI has no mark for rejections. So the first `info string` that an engine prints after options,
    a position or a query is raised, also if an EvalFile is set but for another board.
    """


class EngineTerminatedError(EngineError):
    """The engine has ended. The message has its exit code and its last lines."""


class EngineTimeoutError(EngineError, TimeoutError):
    """The engine has not answered in time. The message says if it was stopped or killed."""


class SearchStoppedError(EngineError):
    """A newer command has stopped the search before its limit."""
