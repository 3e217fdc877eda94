from pathlib import Path

from click.testing import CliRunner

from agents.evaluation.command import KINDS, eval_

ROOT = Path(__file__).resolve().parents[3]


def test_the_group_lists_its_kinds_and_refuses_others() -> None:
    assert CliRunner().invoke(eval_, ["nonsense"]).exit_code == 2
    result = CliRunner().invoke(eval_, ["heads", "--help"])
    assert result.exit_code == 0
    assert "--datapath" in result.output


def test_whatever_calls_itself_a_command_of_the_group_is_one() -> None:
    named = {place.partition(":")[0] for place in KINDS.values()}
    modules = (ROOT / "agents").rglob("[!_]*.py")
    heads = {path: path.read_text(encoding="utf8").partition("\n")[0] for path in modules}
    calling = {path for path, head in heads.items() if head.startswith('"""`attune ') and "`attune eval " in head}
    assert {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in calling} == named
