"""`attune eval`: figures on corpora and on sets of our own. Each kind is loaded only when it is asked for."""

from __future__ import annotations

import importlib

import click

KINDS = {
    "attacks": "agents.evaluation.attacks:attacks_",
    "care": "agents.evaluation.care:care",
    "crisis": "agents.evaluation.crisis:crisis",
    "generate": "agents.evaluation.generate:generate",
    "heads": "agents.evaluation.heads_command:heads",
    "marks": "agents.evaluation.marks:marks",
    "pseudonyms": "agents.logs.command:pseudonyms",
    "retrieval": "agents.evaluation.retrieval_command:retrieval",
    "rankers": "agents.evaluation.rankers:rankers",
    "replies": "agents.evaluation.replies:replies",
    "talk": "agents.evaluation.talk:talk",
    "understanding": "agents.evaluation.understanding.command:understanding",
}


class Lazy(click.Group):
    """A group whose commands are named here and imported when used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(KINDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in KINDS:
            return None
        module, _, name = KINDS[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command


@click.command("eval", cls=Lazy)
def eval_() -> None:
    """Measure the bot on published corpora, and on sets written for it."""
