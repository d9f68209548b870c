"""Makes the hall of version 0.1 that the tests open, with the program of 0.1.

    python3 make_hall.py PROGRAM FOLDER

PROGRAM is `hall` of version 0.1. FOLDER then has hall-0.1.sqlite and hall-0.1.json: what is in the hall, and what it showed
to whom. Needs Python alone. The hall is closed once in between and killed at the end, so there are games that were resumed and
contests that were interrupted in both ways.

The hall that is kept here was made by the program of commit a59d3f1 with its clock set back to 2024 (a library put before the C
library), so that it is older than every machine that opens it.
"""

import atexit
import base64
import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request

DICE = random.Random(17)


class Hall:
    """The program, running on a folder."""

    def __init__(self, program, folder):
        args = ["serve", "--listen", "127.0.0.1:0", "--log", "error", "--data", folder]
        self.process = subprocess.Popen([program, *args], stdout=subprocess.PIPE, text=True)
        atexit.register(self.process.kill)
        self.url = self.process.stdout.readline().split()[-1].rstrip("/")
        while self.fetch("/readyz")[0] != 200:
            time.sleep(0.05)

    def end(self, how):
        self.process.send_signal(how)
        self.process.wait()

    def fetch(self, path, secret=None, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, dict([secret] if secret else []))
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def call(self, path, secret=None, body=None):
        status, _, answer = self.fetch("/api/v1" + path, secret, body)
        assert status in (200, 201), (path, body, answer)
        return json.loads(answer)


class Person:
    """Someone with an identity."""

    ids = 0

    def __init__(self, hall, name, program=False):
        body = {"name": name, "program": program}
        _, headers, answer = hall.fetch("/api/v1/identity", None, body)
        answer = json.loads(answer)
        self.name, self.player = name, answer["player"]
        if program:
            self.secret = ("authorization", "Bearer " + answer["token"])
        else:
            self.secret = ("cookie", headers["set-cookie"].split(";")[0])

    def makes(self, hall, **settings):
        return hall.call("/tables", self.secret, settings)

    def does(self, hall, table, do, **fields):
        Person.ids += 1
        body = {"id": Person.ids, "request": {"do": do, **fields}}
        return hall.call(f"/tables/{table}/commands", self.secret, body)

    def sits(self, hall, table, seat, key=None):
        if not self.view(hall, table, key)["you"]:
            self.does(hall, table, "join", key=key)
        self.does(hall, table, "sit", seat=seat)

    def moves(self, hall, table, action):
        turn = self.view(hall, table)["turn"]
        self.does(hall, table, "move", turn=turn, action=action)

    def view(self, hall, table, key=None):
        return view(hall, table, self.secret, key)


class Line:
    """A WebSocket that sends text and hears nothing."""

    def __init__(self, hall, person):
        host, port = hall.url.removeprefix("http://").split(":")
        self.socket = socket.create_connection((host, int(port)))
        name, value = person.secret
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /api/v1/ws HTTP/1.1\r\nhost: {host}:{port}\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
            f"sec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n{name}: {value}\r\n\r\n".encode()
        )
        assert b" 101 " in self.socket.recv(4096)

    def send(self, **message):
        text = json.dumps(message).encode()
        # The mask is zero, so the text stands as it is.
        self.socket.sendall(struct.pack(">BBH", 0x81, 0x80 | 126, len(text)) + bytes(4) + text)
        time.sleep(0.3)


def view(hall, table, secret=None, key=None):
    query = f"?key={key}" if key else ""
    return hall.call(f"/tables/{table}{query}", secret)["view"]


def table(hall, people, **settings):
    """A table at which these people sit and the game has begun."""
    made = people[0].makes(hall, **settings)
    for seat, person in enumerate(people):
        person.sits(hall, made["table"], seat, made["key"])
    for person in people:
        person.does(hall, made["table"], "ready", ready=True)
    return made["table"], made["key"]


def order(state, owner):
    """One order of Game 17: a piece goes east."""
    for row, owners in enumerate(state["owners"]):
        for col, who in enumerate(owners):
            if who == owner and state["numbers"][row][col]:
                return f"{row},{col}e1"
    return "-"


def play(hall, table, people, key=None, turns=10**6):
    """So many turns of random moves, or all of the game."""
    while turns and (now := people[0].view(hall, table, key))["phase"] == "playing":
        turns -= 1
        if now["terms"]["game"] == "game17":
            seat = now["game"]["to_act"][0]
            if seat < len(people):
                people[seat].moves(hall, table, order(now["game"]["state"], seat))
            else:
                time.sleep(0.2)
            continue
        query = f"?key={key}" if key else ""
        for seat in hall.call(f"/tables/{table}/moves{query}", people[0].secret)["seats"]:
            people[seat["seat"]].moves(hall, table, DICE.choice(seat["moves"]))


def rematch(hall, table, one, other):
    one.does(hall, table, "offer", what="rematch")
    other.does(hall, table, "accept", offer=one.view(hall, table)["offers"][0]["offer"])
    while not (following := one.view(hall, table)["next"]):
        time.sleep(0.1)
    for person in one, other:
        person.does(hall, following, "ready", ready=True)
    return following


def first_evening(hall, people, tables):
    ann, bob, cat, dan, robo = people
    # Three games in a row: played to the end, resigned, running after a move was taken back.
    one, _ = table(hall, [ann, bob], game="brandub", title="Three in a row")
    ann.does(hall, one, "chat", text="Good luck, Bob!")
    play(hall, one, [ann, bob])
    tables["brandub, finished on the board"] = one
    two = rematch(hall, one, ann, bob)
    play(hall, two, [bob, ann], turns=3)
    ann.does(hall, two, "resign")
    tables["brandub, resigned, second of three"] = two
    three = rematch(hall, two, ann, bob)
    for person, action in (ann, "d1-c1"), (bob, "d3-a3"), (ann, "c1-c2"):
        person.moves(hall, three, action)
    ann.does(hall, three, "offer", what="takeback")
    bob.does(hall, three, "accept", offer=ann.view(hall, three)["offers"][0]["offer"])
    ann.does(hall, three, "offer", what="draw")
    tables["brandub, running, third of three, after a takeback"] = three
    small = {"width": 3, "height": 4, "quiet_limit": 12}
    tables["combo, finished"] = table(hall, [cat, dan], game="combo", options=small)[0]
    play(hall, tables["combo, finished"], [cat, dan])
    clock = {"kind": "total", "ms": 3600000, "increment_ms": 10000}
    running, _ = table(hall, [ann, cat], game="combo", clock=clock)
    play(hall, running, [ann, cat], turns=3)
    # Cat looks in and goes away again.
    line = Line(hall, cat)
    line.send(id=1, type="watch", table=running)
    line.socket.close()
    time.sleep(6)
    tables["combo, running, with a clock"] = running
    few = {"setup": "small", "max_turns": 5}
    clock = {"kind": "per-move", "ms": 60000}
    tables["automatafl, finished"] = table(hall, [bob, ann], game="automatafl", options=few, clock=clock)[0]
    play(hall, tables["automatafl, finished"], [bob, ann])
    options = {"players": 4, "setup": "small"}
    days = {"kind": "days", "days": 3}
    four, _ = table(hall, [ann, bob, cat, dan], game="automatafl", options=options, clock=days, show_entered=True)
    for person, action in (ann, "a1-b1"), (bob, "c1-b1"), (cat, "e1-e2"), (dan, "a5-a4"):
        person.moves(hall, four, action)
    tables["automatafl, running, in conflict, one move sealed"] = four
    tiny = {"size": 3, "players": 3, "rounds": 3}
    tables["game17, finished"] = table(hall, [ann, bob, cat], game="game17", options=tiny)[0]
    play(hall, tables["game17, finished"], [ann, bob, cat])
    robo_game, _ = table(hall, [robo, ann], game="brandub")
    play(hall, robo_game, [robo, ann], turns=2)
    robo.does(hall, robo_game, "resign")
    tables["brandub, a program has resigned"] = robo_game


def second_evening(hall, people, tables, keys):
    ann, bob, cat, dan, _ = people
    ann.moves(hall, tables["automatafl, running, in conflict, one move sealed"], "a1-a2")
    play(hall, tables["combo, running, with a clock"], [ann, cat], turns=1)
    many = {"size": 6, "players": 4, "rounds": 20}
    made = ann.makes(hall, game="game17", options=many, fill="t800", away_ms=10**7)["table"]
    ann.sits(hall, made, 0)
    bob.sits(hall, made, 1)
    for person in ann, bob:
        person.does(hall, made, "ready", ready=True)
    ann.does(hall, made, "start")
    play(hall, made, [ann, bob], turns=8)
    while ann.view(hall, made)["game"]["to_act"][0] > 1:
        time.sleep(0.1)
    tables["game17, running, with computers"] = made
    private, key = table(hall, [dan, cat], game="brandub", private=True, title="Only with the link")
    dan.does(hall, private, "chat", text="Nobody else sees this.")
    play(hall, private, [dan, cat], key, turns=2)
    tables["brandub, running, private"], keys[private] = private, key
    tables["brandub, open"] = bob.makes(hall, game="brandub", seat=0, title="Who plays?")["table"]
    computer = cat.makes(hall, game="brandub", seat=0, computers=[None, "weak"])["table"]
    cat.does(hall, computer, "start")
    cat.moves(hall, computer, "d1-c1")
    while cat.view(hall, computer)["game"]["to_act"] != [0]:
        time.sleep(0.1)
    tables["brandub, running, against a computer"] = computer


def contest(hall, maker, title, entrants, games):
    body = {"game": "brandub", "title": title, "entrants": entrants, "games": games}
    return hall.call("/contests", maker.secret, body)["contest"]


def waits(hall, maker, robo, title):
    """A contest whose first game waits for a program."""
    line = Line(hall, robo)
    line.send(id=1, type="available", games=["brandub"])
    made = contest(hall, maker, title, ["random", {"player": robo.player}], 2)
    while not hall.call(f"/contests/{made}")["games"]:
        time.sleep(0.1)
    time.sleep(0.5)
    return line, made


def shown(hall, people, tables, keys):
    """What the hall shows to whom."""
    listed = []
    for what, one in tables.items():
        key = keys.get(one)
        views = {person.name: person.view(hall, one, key) for person in people}
        if not key:
            views[""] = view(hall, one)
        query = f"?key={key}" if key else ""
        record = hall.call(f"/tables/{one}/record{query}")
        listed.append({"what": what, "table": one, "key": key, "views": views, "record": record})
    phases = ("open", "running", "finished")
    lists = {phase: hall.call(f"/tables?phase={phase}&limit=100")["tables"] for phase in phases}
    boards = ("brandub", "combo", "automatafl", "automatafl-many", "game17-many")
    return {
        "people": [{"secret": ": ".join(p.secret), **hall.call(f"/players/{p.player}")} for p in people],
        "tables": listed,
        "lists": lists,
        "leaderboards": {board: hall.call(f"/leaderboards/{board}")["players"] for board in boards},
    }


def fold(source, target):
    """Copies a store into one small file."""
    shutil.copy(source, target)
    for more in "-wal", "-shm":
        if os.path.exists(source + more):
            shutil.copy(source + more, target + more)
    store = sqlite3.connect(target)
    store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.execute("VACUUM")
    store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()


def main(program, folder):
    data = tempfile.mkdtemp()
    hall = Hall(program, data)
    people = [Person(hall, name) for name in ("Ann", "Bob", "Cat", "Dan")]
    people.append(Person(hall, "Robo", program=True))
    ann, bob, *_, robo = people
    tables, keys = {}, {}
    first_evening(hall, people, tables)
    cup = contest(hall, ann, "Cup", ["random", "random"], 2)
    while not hall.call(f"/contests/{cup}")["ended"]:
        time.sleep(0.2)
    line, closed = waits(hall, bob, robo, "Closed in between")
    hall.end(signal.SIGTERM)
    hall = Hall(program, data)
    second_evening(hall, people, tables, keys)
    line, killed = waits(hall, ann, robo, "Killed in between")
    told = shown(hall, people, tables, keys)
    hall.end(signal.SIGKILL)
    os.makedirs(folder, exist_ok=True)
    store = os.path.join(folder, "hall-0.1.sqlite")
    fold(os.path.join(data, "hall.sqlite"), store)
    # How contests ended is known when the hall is opened again: a copy of it.
    data = tempfile.mkdtemp()
    shutil.copy(store, os.path.join(data, "hall.sqlite"))
    hall = Hall(program, data)
    told["contests"] = [hall.call(f"/contests/{one}") for one in (killed, closed, cup)]
    hall.end(signal.SIGTERM)
    with open(os.path.join(folder, "hall-0.1.json"), "w") as file:
        json.dump(told, file, separators=(",", ":"), ensure_ascii=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
