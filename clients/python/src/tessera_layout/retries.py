"""When a request is sent again."""

from __future__ import annotations

import random
from dataclasses import dataclass

from .problems import Problem, TesseraError


@dataclass(frozen=True)
class Retries:
    """How often a request is repeated that may succeed later, and the pauses in seconds.

    Every pause is twice as long as the one before. The service's own `Retry-After` takes precedence.
    """

    times: int = 4
    first: float = 0.3
    longest: float = 60.0
    """No pause is longer. If the service asks for a longer one, the request fails at once."""

    def pause(self, error: TesseraError, failures: int) -> float | None:
        """Returns the seconds before the next attempt, or `None` if there is to be none.

        `failures` is the number of attempts that failed before this one.
        """
        if failures >= self.times or not error.is_transient:
            return None
        asked = error.retry_after if isinstance(error, Problem) else None
        if asked is None:
            asked = min(self.first * 2 ** min(failures, 30), self.longest)
        # Clients that failed together do not come back together.
        return asked * random.uniform(1, 1.5) if asked <= self.longest else None
