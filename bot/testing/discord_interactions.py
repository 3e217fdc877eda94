"""Slash commands and buttons of the small Discord: interactions go out over the gateway, answers come in over REST.

An interaction must be acknowledged within three seconds, once; after that its token is good for fifteen minutes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from secrets import token_urlsafe
from time import monotonic

from aiohttp import web

from bot.testing.discord_messages import Messages
from bot.testing.discord_wire import Json, Refusal, Upload, Wire, answer, invalid, read
from bot.testing.discord_world import EPHEMERAL, JOINED, LOADING, Channel, Sent, World

COMMAND, COMPONENT = 2, 3
MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE = 4, 5, 6, 7
WITHIN_SECONDS = 3.0
TOKEN_SECONDS = 900.0
COMMAND_LIMIT = 100
NAME = re.compile(r"[-_\w]{1,32}")
COMMANDS = "/applications/{application}/commands"
WEBHOOK = "/webhooks/{application}/{token}"


@dataclass(slots=True)
class Interaction:
    """A command given or a button pressed. `acknowledged` is the kind of the first answer, `shown` all that came."""

    id: int
    token: str
    kind: int
    channel: Channel
    at: float
    payload: Json
    source: Json | None = None
    original: Json | None = None
    acknowledged: int | None = None
    acknowledged_after: float = 0.0
    refused: list[int] = field(default_factory=list)
    shown: list[Sent] = field(default_factory=list)
    messages: dict[str, Json] = field(default_factory=dict)


class Interactions:
    """`commands` are those registered now. `within` are the seconds in which an interaction must be acknowledged."""

    def __init__(self, world: World, messages: Messages) -> None:
        self._world, self._messages = world, messages
        self.commands: dict[str, Json] = {}
        self.within = WITHIN_SECONDS
        self.all: dict[str, Interaction] = {}

    def routes(self, wire: Wire) -> list[web.RouteDef]:
        callback, original = "/interactions/{interaction}/{token}/callback", f"{WEBHOOK}/messages/{{message}}"
        return [
            wire.route("GET", COMMANDS, self._commands),
            wire.route("PUT", COMMANDS, self._overwrite),
            wire.route("POST", callback, self._callback, token=False, limited=False),
            wire.route("POST", WEBHOOK, self._follow_up, token=False),
            wire.route("GET", original, self._see, token=False),
            wire.route("PATCH", original, self._edit, token=False),
            wire.route("DELETE", original, self._delete, token=False),
        ]

    # -- what people do

    async def command(self, channel: Channel, user: Json, name: str, options: Json) -> Interaction:
        """A slash command; KeyError when the bot has registered none of that name, or not for such a place."""
        known = self.commands[name]
        if (1 if channel.recipient else 0) not in (known.get("contexts") or (0, 1, 2)):
            raise KeyError(f"/{name} is not offered here")
        named = {option["name"] for option in known.get("options", [])}
        if unknown := set(options) - named:
            raise KeyError(f"/{name} takes no {', '.join(sorted(unknown))}")
        given = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
        data = {"id": known["id"], "name": name, "type": 1, "options": given}
        return await self._dispatch(COMMAND, channel, user, data)

    async def press(self, channel: Channel, user: Json, message: Json, custom_id: str) -> Interaction:
        """A button of a message, which must be there."""
        buttons = [item for row in message["components"] for item in row["components"]]
        if not any(item.get("custom_id") == custom_id and not item.get("disabled") for item in buttons):
            raise KeyError(f"the message has no button {custom_id!r}")
        return await self._dispatch(COMPONENT, channel, user, {"custom_id": custom_id, "component_type": 2}, message)

    async def again(self, interaction: Interaction) -> None:
        """Dispatch an interaction a second time, as a gateway that lost track of a session does."""
        guild = interaction.channel.guild
        await self._world.gateway.tell(guild, 0, "INTERACTION_CREATE", lambda _: interaction.payload)

    async def _dispatch(
        self, kind: int, channel: Channel, user: Json, data: Json, source: Json | None = None
    ) -> Interaction:
        number, token, me = self._world.new_id(), token_urlsafe(24), self._world.me
        payload: Json = {
            "id": str(number),
            "application_id": me["id"],
            "type": kind,
            "token": token,
            "version": 1,
            "channel": channel.about(me),
            "channel_id": str(channel.id),
            "locale": "en-GB",
            "app_permissions": "0",
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(channel.guild or 0)},
            "context": 1 if channel.recipient else 0,
            "attachment_size_limit": 10 * 2**20,
            "data": data,
        }
        if channel.guild is None:
            payload["user"] = user
        else:
            member = {"user": user, "roles": [], "joined_at": JOINED, "deaf": False, "mute": False, "flags": 0}
            payload |= {"guild_id": str(channel.guild), "member": member | {"permissions": "0"}}
            payload["guild"] = {"id": str(channel.guild), "locale": "en-GB", "features": []}
        if source:
            payload["message"] = dict(source)
        interaction = Interaction(number, token, kind, channel, monotonic(), payload, source)
        self.all[token] = interaction
        await self.again(interaction)
        return interaction

    # -- what the bot does

    async def _commands(self, _: web.Request) -> web.Response:
        return answer(list(self.commands.values()))

    async def _overwrite(self, request: web.Request) -> web.Response:
        """Replace all global commands at once."""
        body, _ = await read(request)
        wanted: list[Json] = body.get("", [])
        names = [str(command.get("name", "")) for command in wanted]
        if len(wanted) > COMMAND_LIMIT or len(set(names)) < len(names):
            raise invalid("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
        for command, name in zip(wanted, names, strict=True):
            if not NAME.fullmatch(name) or name != name.lower():
                raise invalid("name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
            if not 1 <= len(command.get("description", "")) <= 100:
                raise invalid("description", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
        common = {"application_id": self._world.me["id"], "default_member_permissions": None, "version": "1"}
        self.commands = {
            name: command | common | {"id": self.commands.get(name, {}).get("id") or str(self._world.new_id())}
            for command, name in zip(wanted, names, strict=True)
        }
        return answer(list(self.commands.values()))

    async def _callback(self, request: web.Request) -> web.Response:
        interaction = self.all.get(request.match_info["token"])
        if interaction is None or str(interaction.id) != request.match_info["interaction"]:
            raise Refusal(404, 10062, "Unknown interaction")
        after = monotonic() - interaction.at
        if interaction.acknowledged is not None:
            interaction.refused.append(40060)
            raise Refusal(400, 40060, "Interaction has already been acknowledged.")
        if after > self.within:
            interaction.refused.append(10062)
            raise Refusal(404, 10062, "Unknown interaction")
        body, files = await read(request)
        kind, data = body.get("type"), body.get("data") or {}
        if kind not in (MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE) or (
            kind in (DEFERRED_UPDATE, UPDATE) and interaction.source is None
        ):
            raise invalid("type", "BASE_TYPE_CHOICES", "Value must be one of the types this interaction takes.")
        if kind in (DEFERRED_UPDATE, UPDATE):
            interaction.original = interaction.source
        if kind == UPDATE and interaction.source is not None:
            await self._change(interaction, interaction.source, data, files)
        elif kind == MESSAGE:
            await self._show(interaction, data, files, int(data.get("flags") or 0) & EPHEMERAL)
        elif kind == DEFERRED_MESSAGE:
            flags = LOADING | int(data.get("flags") or 0) & EPHEMERAL
            message = self._world.draft(interaction.channel, self._world.me, {"flags": flags})
            interaction.original = interaction.messages[message["id"]] = message
        interaction.acknowledged, interaction.acknowledged_after = kind, after
        return self._acknowledged(interaction, kind)

    def _acknowledged(self, interaction: Interaction, kind: int) -> web.Response:
        original = interaction.original or {"id": None, "flags": 0}
        about = {
            "id": str(interaction.id),
            "type": interaction.kind,
            "response_message_id": original["id"],
            "response_message_loading": bool(original["flags"] & LOADING),
            "response_message_ephemeral": bool(original["flags"] & EPHEMERAL),
        }
        resource: Json = {"type": kind} | ({"message": original} if original["id"] else {})
        return answer({"interaction": about, "resource": resource})

    async def _follow_up(self, request: web.Request) -> web.Response:
        """One more message; straight after a deferral it is the deferred one, whatever its flags say."""
        interaction = self._open(request)
        body, files = await read(request)
        if interaction.original is not None and interaction.original["flags"] & LOADING:
            await self._change(interaction, interaction.original, body, files)
            return answer(interaction.original)
        return answer(await self._show(interaction, body, files, int(body.get("flags") or 0) & EPHEMERAL))

    async def _see(self, request: web.Request) -> web.Response:
        return answer(self._target(self._open(request), request))

    async def _edit(self, request: web.Request) -> web.Response:
        interaction = self._open(request)
        message = self._target(interaction, request)
        await self._change(interaction, message, *await read(request))
        return answer(message)

    async def _delete(self, request: web.Request) -> web.Response:
        interaction = self._open(request)
        message = self._target(interaction, request)
        interaction.messages.pop(message["id"], None)
        await self._world.remove(interaction.channel, message)
        return web.Response(status=204)

    async def _show(self, interaction: Interaction, body: Json, files: tuple[Upload, ...], flags: int) -> Json:
        """A message of the bot's: for everybody there, or with the ephemeral flag for one pair of eyes."""
        content, channel = self._messages.checked(body, files) | {"flags": flags}, interaction.channel
        if flags & EPHEMERAL:
            message = self._world.draft(channel, self._world.me, content)
        else:
            message = await self._messages.add(channel, content, body, files)
        interaction.original = interaction.original or message
        interaction.messages[message["id"]] = message
        interaction.shown.append(self._messages.sent(message, body, files))
        return message

    async def _change(self, interaction: Interaction, message: Json, body: Json, files: tuple[Upload, ...]) -> None:
        """Edit a message; the loading one appears by this."""
        channel, loading = interaction.channel, message["flags"] & LOADING
        if not loading and int(message["id"]) in channel.messages:
            await self._messages.change(channel, message, body, files)
        else:
            before = {} if loading else {"content": message["content"], "components": message["components"]}
            message |= self._messages.checked(before | body, files) | {"flags": message["flags"] & EPHEMERAL}
        if loading and not message["flags"] & EPHEMERAL:
            await self._messages.appear(channel, message, body, files)
        interaction.shown.append(self._messages.sent(message, body, files))

    def _open(self, request: web.Request) -> Interaction:
        """The interaction of a token that may still be used."""
        interaction = self.all.get(request.match_info["token"])
        if interaction is None or interaction.acknowledged is None:
            raise Refusal(404, 10015, "Unknown Webhook")
        if monotonic() - interaction.at > TOKEN_SECONDS:
            raise Refusal(401, 50027, "Invalid Webhook Token")
        return interaction

    def _target(self, interaction: Interaction, request: web.Request) -> Json:
        name = request.match_info["message"]
        found = interaction.original if name == "@original" else interaction.messages.get(name)
        if found is None:
            raise Refusal(404, 10008, "Unknown Message")
        return found
