from click.testing import CliRunner

from agents.evaluation.command import eval_


def test_the_group_lists_its_kinds_and_refuses_others() -> None:
    assert CliRunner().invoke(eval_, ["nonsense"]).exit_code == 2
    result = CliRunner().invoke(eval_, ["heads", "--help"])
    assert result.exit_code == 0
    assert "--datapath" in result.output
