from collections import Counter

from agents.curation.report import report, shown
from agents.curation.shard import Tally


def test_a_report_names_every_stage_and_rule_also_those_that_never_happened() -> None:
    tally = Tally(Counter({"lines read": 1200}), Counter({"songs": 3}))
    found = report(4, tally, ["x.srt, line 2: broken"], Counter({"chosen": 7, "said in another file": 1}))
    assert found.stages["lines read"] == 1200
    assert found.stages["turns"] == 0
    assert found.stages["dialogs chosen"] == 7
    assert (found.rules["songs"], found.rules["credits"], found.rules["dialogs said in another file"]) == (3, 0, 1)
    assert found.as_dict()["left_out"] == ("x.srt, line 2: broken",)
    rows = {line[:32].strip(): line[32:].strip() for line in shown(found).splitlines()}
    assert (rows["files"], rows["files left out"], rows["lines read"], rows["songs"]) == ("4", "1", "1,200", "3")
    assert shown(found).endswith("left out: x.srt, line 2: broken")
