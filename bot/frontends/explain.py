"""What a turn looked like from inside, as JSON for programs and as a table for people."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bot.dialog import DialogState, EmotionState, PastStrategies, StageState
from bot.step import Step
from bot.text import for_terminal

KEYS = ("text", "reply", "skill", "strategy", "stage", "emotion", "intensity", "safety", "ms")


def to_json(text: str, reply: str, step: Step | None) -> dict[str, Any]:
    """One turn as an object. `ms` is the time spent inside the engine. Without a step (it failed) the rest is null."""
    if step is None:
        return dict.fromkeys(KEYS) | {"text": text, "reply": reply}
    state = step.conversation.state
    emotion, stage, verdict = state.get(EmotionState), state.get(StageState), step.trace.verdict
    return {
        "text": text,
        "reply": reply,
        "skill": step.reply.skill,
        "strategy": step.reply.strategy,
        "stage": stage.stage.value if stage else None,
        "emotion": {"label": emotion.label, "probability": round(max(emotion.probabilities), 4)} if emotion else None,
        "intensity": round(emotion.intensity, 2) if emotion else None,
        "safety": {"level": verdict.level, "kind": verdict.kind, "stopped": verdict.stopped} if verdict else None,
        "ms": round(sum(ms for _, ms in step.trace.ms), 2),
    }


def as_table(step: Step) -> RenderableType:
    """State, proposals (the winner marked) and milliseconds."""
    known = Table.grid(padding=(0, 2))
    for name, value in _known(step.conversation.state):
        known.add_row(_text(name, "dim"), _text(value))
    if verdict := step.trace.verdict:
        known.add_row(_text("safety", "dim"), _text(f"{verdict.kind}, level {verdict.level}"))
    trace = step.trace
    missed = (*trace.missed, *trace.notes)
    told = (("dropped", trace.dropped), ("refused", trace.refused), ("responder", missed))
    for kind, items in told:
        for name, reason in items:
            known.add_row(_text(kind, "dim"), _text(f"{name}: {reason}"))
    for name, hosts in trace.unasked:
        known.add_row(_text("not asked", "dim"), _text(f"{name}: the person does not allow {hosts}"))
    return Group(known, _proposals(step), _text(_times(step), "dim"))


def _text(said: str, style: str = "") -> Text:
    return Text(for_terminal(said), style)


def _known(state: DialogState) -> list[tuple[str, str]]:
    rows = []
    if emotion := state.get(EmotionState):
        rows.append(
            ("emotion", f"{emotion.label} ({max(emotion.probabilities):.2f}), intensity {emotion.intensity:.1f}")
        )
    if stage := state.get(StageState):
        rows.append(("stage", f"{stage.stage.value}, turn {stage.turns}"))
    if past := state.get(PastStrategies):
        rows.append(("strategies", ", ".join(name or "none" for name in past.past[-4:])))
    # A skill's own part may say in a few words what it holds.
    told = ((type(item).__name__, getattr(item, "explain", None)) for item in state)
    return rows + [(name.lower(), say()) for name, say in told if say]


def _proposals(step: Step) -> Table:
    table = Table("score", "skill", "strategy", "reply", box=None, header_style="dim", padding=(0, 1))
    for reply in sorted(step.trace.proposals, key=lambda item: -item.score)[:5]:
        style = "bold" if reply.text == step.reply.text else "dim"
        cells = (f"{reply.score:.2f}", reply.skill, reply.strategy or "-", reply.text)
        table.add_row(*(_text(cell, style) for cell in cells))
    return table


def _times(step: Step) -> str:
    return "  ".join(f"{name} {ms:.1f} ms" for name, ms in step.trace.ms)
