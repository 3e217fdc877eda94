"""Figures for Prometheus on an address of their own: counts and times, no words, no ids.

Labels are names from the bot file and from this program; nothing that a person wrote or is called can become one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bot.config.sections import Figures
from bot.distribution import install_line
from bot.drafts import FAILED, INTERRUPTED, LATE, WITHHELD
from bot.errors import ConfigError, MissingPackage

if TYPE_CHECKING:
    from bot.turns import Answer

SECONDS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 12.0)


class Metrics:
    """Watches Sessions, Limits and the doors. Every process has one of its own."""

    def __init__(self) -> None:
        try:
            from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
        except ImportError:
            raise MissingPackage(f"prometheus-client is not installed: {install_line('run')}") from None
        self.registry = own = CollectorRegistry()
        self._messages = Counter("attune_messages", "Messages answered", registry=own)
        self._replies = Counter("attune_replies", "Replies by the skill that made them", ["skill"], registry=own)
        self._seconds = Histogram("attune_reply_seconds", "From receipt to reply", buckets=SECONDS, registry=own)
        self._waiting = Gauge("attune_waiting", "Messages being answered now", registry=own)
        self._dropped = Counter("attune_dropped_skills", "Skills that failed in a turn", ["skill"], registry=own)
        self._refused = Counter("attune_refused_replies", "Proposals the guard refused", ["skill"], registry=own)
        self._missed = Counter(
            "attune_missed_responders",
            "Slow responders that were late, failed, withheld or were interrupted",
            ["responder", "how"],
            registry=own,
        )
        self._danger = Counter("attune_danger", "Turns in which the guard saw danger", ["level"], registry=own)
        self._turned_away = Counter("attune_turned_away", "Messages the limits refused", ["rule"], registry=own)
        self._restarts = Counter(
            "attune_door_restarts", "Doors that failed and were opened again", ["door"], registry=own
        )
        self._set_aside = Counter("attune_set_aside", "Messages whose turn did not end, set aside", registry=own)
        self._engines = Counter("attune_engine_restarts", "Engine processes that ended and were replaced", registry=own)
        self._reloads = Counter("attune_reloads", "Bot files read again", ["outcome"], registry=own)
        for level in ("1", "2", "3"):
            self._danger.labels(level)  # there from the start: an alert must tell none from not known
        for part in ("guard", "encoder"):  # without either the guard looks once, by its patterns alone
            self._dropped.labels(part)

    def answered(self, answer: Answer, seconds: float) -> None:
        self._messages.inc()
        self._seconds.observe(seconds)
        if answer.step is None:
            return
        trace = answer.step.trace
        self._replies.labels(answer.step.reply.skill).inc()
        for skill, _ in trace.dropped:
            self._dropped.labels(skill).inc()
        for responder, why in trace.missed:
            how = next((how for how in (LATE, WITHHELD, INTERRUPTED) if why.startswith(how)), FAILED)
            self._missed.labels(responder, how).inc()
        for skill, _ in trace.refused:
            self._refused.labels(skill).inc()
        if trace.verdict:
            self._danger.labels(str(trace.verdict.level)).inc()

    def waiting(self, people: int) -> None:
        self._waiting.set(people)

    def set_aside(self) -> None:
        self._set_aside.inc()

    def engine_restarted(self) -> None:
        self._engines.inc()

    def turned_away(self, rule: str) -> None:
        self._turned_away.labels(rule).inc()

    def restarted(self, door: str) -> None:
        self._restarts.labels(door).inc()

    def reloaded(self, outcome: str) -> None:
        self._reloads.labels(outcome).inc()


@contextmanager
def served(metrics: Metrics, where: Figures) -> Iterator[int]:
    """Serve the figures from a thread of their own, and yield the port. Raises ConfigError when it is taken."""
    from prometheus_client import start_http_server

    try:
        server, thread = start_http_server(where.port, where.host, metrics.registry)
    except OSError as error:
        raise ConfigError(f"[metrics]: {where.host}:{where.port} cannot be used: {error.strerror or error}") from None
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
