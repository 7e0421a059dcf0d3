"""Every call of the API, one line each. Routes and the OpenAPI document are made from these."""

from __future__ import annotations

from upturn.server.http.call import Call
from upturn.server.http.calls import about, health, me, my_data, past, polling, standings, tables
from upturn.wire import answers, requests
from upturn.wire.commands import AnyCommand
from upturn.wire.facts import Me
from upturn.wire.messages import Advice, Done, Reasons

TABLE = "/api/tables/{table}"
FINISHED = ("secluded", "not-finished", "unreadable-table")
"""Refusals of calls that tell all about a finished game."""

CALLS: tuple[Call, ...] = (
    # --- A person
    Call("GET", "/api/me", me.tell, "Who I am", Me, person=True),
    Call("POST", "/api/me", me.come, "Be somebody of this name", Me, requests.NewPerson,
         status=201, refusals=("name-taken",), rate="persons"),
    Call("PATCH", "/api/me", me.rename, "Take another name", Me, requests.NewPerson,
         refusals=("name-taken",), person=True),
    Call("DELETE", "/api/me", my_data.delete_me, "Delete me and everything of mine",
         status=204, person=True, rate="persons", index=True),
    Call("GET", "/api/me/export", my_data.export_me, "Everything of mine, as a file",
         answers.Export, person=True, rate="persons", index=True),
    Call("GET", "/api/me/tables", me.tables, "Where I sit or have sat", requests.Tables,
         person=True, index=True),
    Call("POST", "/api/me/links", me.make_link, "A link that makes another device mine, once",
         requests.Link, query=me.ToTable, status=201, person=True, rate="codes"),
    Call("POST", "/api/link", me.follow_link, "Use up a link: this device is its person's now",
         Me, answers.LinkToken, status=201, refusals=("link-used",), rate="codes"),
    Call("GET", "/api/me/devices", me.devices, "The devices I am signed in on", answers.Devices,
         person=True),
    Call("DELETE", "/api/me/devices/this", me.leave, "Sign out this device",
         status=204, person=True),
    Call("DELETE", "/api/me/devices/others", me.sign_out_others, "Sign out all my other devices",
         status=204, person=True),
    Call("DELETE", "/api/me/devices/{device}", me.sign_out, "Sign out a device of mine",
         status=204, refusals=("no-such-device",), person=True),
    # --- Tables
    Call("POST", "/api/tables", tables.open_table, "Open a table", requests.Standing,
         requests.NewTable, status=201, person=True, rate="tables",
         refusals=("no-such-table", "not-finished", "unreadable-table")),
    Call("GET", "/api/tables", tables.list_public, "Open tables that anybody may join",
         requests.Tables, query=tables.OfGame, index=True),
    Call("GET", "/api/codes/{code}", tables.find_code, "The table that a code invites to",
         answers.Found, rate="codes"),
    Call("GET", TABLE, tables.stand, "How things stand, as I may see it", requests.Standing,
         query=tables.OfSeat, refusals=("not-your-seat", "secluded", "unreadable-table")),
    Call("POST", TABLE + "/commands", tables.command,
         "Do something at a table; a hint is answered with advice, `why` with reasons",
         Done | Advice | Reasons, AnyCommand, refusals=("not-your-turn", "unreadable-table"),
         person=True),
    Call("GET", TABLE + "/entries", polling.entries,
         "What happened after a version, or before one; with `wait`, as soon as something does",
         requests.Since, query=tables.SinceQuery,
         refusals=("not-your-seat", "secluded", "unreadable-table")),
    Call("GET", TABLE + "/qr.svg", tables.invite, "A QR code that invites",
         refusals=("unreadable-table",), media=tables.SVG),
    # --- Games that are over
    Call("GET", TABLE + "/record", past.record, "The record of a finished game",
         dict, refusals=FINISHED),
    Call("GET", TABLE + "/replay", past.replay, "A finished game after so many of its lines",
         answers.Replay, query=past.Moment, refusals=FINISHED),
    Call("POST", TABLE + "/what-if", past.what_if, "Play on from a moment of a finished game",
         requests.Standing, requests.WhatIf, status=201, refusals=FINISHED, person=True,
         rate="tables"),
    Call("GET", "/api/deals/{deal}", past.deal, "A deal and everybody's results on it",
         requests.DealPage, refusals=("unreadable-table",), index=True),
    Call("GET", "/api/daily", standings.today, "Today's deals", answers.Daily, index=True),
    Call("GET", "/api/results", standings.results, "Finished games, the newest first",
         requests.Results, query=standings.ResultsQuery, refusals=("no-such-person",),
         index=True),
    Call("GET", "/api/ratings", standings.ratings, "How strong persons and bots are",
         requests.Ratings, query=standings.OneGame, index=True),
    # --- About
    Call("GET", "/api/games", about.games, "The games, their options and bots", answers.Games),
    Call("GET", "/api/warming", about.warming,
         "The games whose bots still play simply, because they are being compiled",
         answers.Warming),
    Call("GET", "/api/phrases", about.phrases, "What can be said with one press",
         answers.Phrases),
    Call("GET", "/api/puzzles", about.puzzles, "Puzzles of Team UP", answers.Puzzles),
    Call("GET", "/healthz", health.lives, "Whether the server lives", answers.Health,
         anybody=True),
    Call("GET", "/readyz", health.ready, "Whether it can write and read, and bots can play",
         answers.Health, anybody=True),
    Call("GET", "/metrics", health.counts, "What the server counts, for Prometheus",
         refusals=("not-for-you",), media="text/plain", anybody=True),
)  # fmt: skip
