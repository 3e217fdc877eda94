from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bot.config import read
from bot.config.secrets import refuse_secrets
from bot.errors import ConfigError

TELEGRAM = "1234567890:AAEhBP0av28oxQZxZxZxZxZxZxZxZxZxZxZ"
DISCORD = "MTE5ODYyMjQ4MzQ3MTkyNTI0OA.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWsAbCd"
PLACE = Path("bot.toml")


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('[doors.telegram]\ntoken = "hunter2"', "doors.telegram.token"),
        ('[doors.web]\nsecret = "hunter2"', "doors.web.secret"),
        ('[doors.web]\nAPI_KEY = "hunter2"', "doors.web.API_KEY"),
        ('[doors.web]\ntokens = ["hunter2"]', r"doors.web.tokens\[0\]"),
        ('[[skills]]\nuse = "x"\npassword = "hunter2"', r"skills\[0\].password"),
        ('[store]\nurl = "postgresql+asyncpg://attune:hunter2@db/attune"', "store.url"),
        ('[store]\nurl = "postgresql+asyncpg://db/attune?user=a&password=hunter2"', "store.url"),
        (f'name = "{TELEGRAM}"', "name"),
        (f'[doors.telegram]\ntoken_file = "{TELEGRAM}"', "doors.telegram.token_file"),
        (f'[doors.discord]\napi_base = "{DISCORD}"', "doors.discord.api_base"),
        (f'[doors.telegram]\napi_base = "http://127.0.0.1:8081/bot{TELEGRAM}"', "doors.telegram.api_base"),
        (f'[doors]\n"{TELEGRAM}" = true', "doors looks"),
        (f'"{TELEGRAM}" = true', "the top looks"),
    ],
)
def test_a_secret_is_refused_and_not_repeated(text: str, where: str) -> None:
    with pytest.raises(ConfigError, match=f"bot.toml: {where}.* docs/deploy.md") as caught:
        refuse_secrets(PLACE, tomllib.loads(text))
    for secret in ("hunter2", TELEGRAM, DISCORD):
        assert secret not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        '[doors.telegram]\ntoken_file = "secrets/telegram"',
        '[[responders]]\nuse = "generate"\nstrategy_token = true\nmax_new_tokens = 60\nmodel = "models/small-90M"',
        '[store]\nurl = "postgresql+asyncpg://attune@db:5432/attune"',
        '[doors.telegram]\napi_base = "http://127.0.0.1:8081/bot"',
        '[metrics]\nhost = "127.0.0.1"\nport = 9464',
        'keyboard = "qwerty"\nmonkey = "see"',
    ],
)
def test_what_only_resembles_one_is_let_through(text: str) -> None:
    refuse_secrets(PLACE, tomllib.loads(text))


@pytest.mark.parametrize(
    "text",
    [
        'token = "hunter2',
        "token = hunter2",
        '[guard]\noff = "a test"\n[limits]\nper_minute = "hunter2"',
        '[guard]\noff = "a test"\n[limits]\nallow = "hunter2"',
        '[guard]\noff = "a test"\n[doors]\nweb = "hunter2"',
        '[guard]\noff = "a test"\nwait = "hunter2"',
    ],
)
def test_no_error_of_a_bot_file_repeats_a_text(tmp_path: Path, text: str) -> None:
    (tmp_path / "bot.toml").write_text(text)
    with pytest.raises(ConfigError) as caught:
        read(tmp_path / "bot.toml")
    assert "hunter2" not in str(caught.value)
