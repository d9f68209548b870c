// A plain page that plays over the WebSocket. Whatever comes from others is put
// into the page as text, never as markup.

const byId = (id) => document.getElementById(id);
const text = (tag, content, kind) => {
  const element = document.createElement(tag);
  element.textContent = content;
  if (kind) element.className = kind;
  return element;
};
const say = (message) => { byId("message").textContent = message || ""; };

async function api(method, path, body) {
  const options = { method, headers: {} };
  if (body !== undefined) {
    options.headers["content-type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const response = await fetch("/api/v1" + path, options);
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.reason), { code: answer.code });
  return answer;
}

// Who we are: the secret is in a cookie that no script sees.
let me = null;
async function meet() {
  try {
    me = await api("GET", "/identity");
  } catch (error) {
    if (error.code !== "who") throw error;
    me = await api("POST", "/identity", {});
  }
  byId("name").value = me.name;
}

byId("naming").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    me = await api("PATCH", "/identity", { name: byId("name").value });
    byId("name").value = me.name;
    say("");
  } catch (error) { say(error.message); }
});

// The line: one WebSocket, which comes back by itself and asks for what it missed.
const line = {
  socket: null, waiting: new Map(), delay: 500, id: Date.now() * 100,
  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}/api/v1/ws`);
    this.socket.onopen = () => { byId("line").textContent = "connected"; this.delay = 500; opened(); };
    this.socket.onmessage = (message) => heard(JSON.parse(message.data));
    this.socket.onclose = () => {
      byId("line").textContent = "connecting again …";
      for (const { reject } of this.waiting.values()) reject(new Error("the connection was lost"));
      this.waiting.clear();
      setTimeout(() => this.open(), this.delay);
      this.delay = Math.min(this.delay * 2, 10000);
    };
  },
  ask(message) {
    const id = ++this.id;
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) { reject(new Error("not connected")); return; }
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, ...message }));
    });
  },
};

function heard(message) {
  const asked = line.waiting.get(message.id);
  switch (message.type) {
    case "ok": line.waiting.delete(message.id); asked?.resolve(message); break;
    case "refused":
      line.waiting.delete(message.id);
      if (asked) asked.reject(new Error(message.reason)); else say(message.reason);
      break;
    case "table": if (message.table === at.table) { at.view = message.view; at.skew = message.now - Date.now(); show(); } break;
    case "event": if (message.table === at.table) happened(message.event); break;
    case "lost": if (message.table === at.table) watch(); break;
    case "lobby": refresh(); break;
    case "challenge": {
      const { from, game, link } = message.challenge;
      say(`${from.name} challenges you to a game of ${game}: `);
      const go = text("a", "to the table"); go.href = link; byId("message").append(go);
      break;
    }
    case "bye": say(message.reason); break;
  }
}

function opened() {
  if (at.table) watch(); else { line.ask({ type: "lobby", on: true }).catch(() => {}); refresh(); }
}

// The lobby.
let games = [];
async function lobby() {
  byId("lobby").hidden = false;
  const answer = await api("GET", "/games");
  games = answer.games;
  byId("game").replaceChildren(...games.map(({ game, name }) => { const o = text("option", name); o.value = game; return o; }));
  byId("board").replaceChildren(...answer.leaderboards.map((name) => text("option", name)));
  opponents();
  leaders();
}

function opponents() {
  const game = games.find(({ game }) => game === byId("game").value);
  const person = text("option", "a person"); person.value = "";
  byId("opponent").replaceChildren(person, ...game.computers.map((name) => text("option", name)));
}
byId("game").addEventListener("change", opponents);
byId("board").addEventListener("change", leaders);

async function leaders() {
  const { players } = await api("GET", `/leaderboards/${byId("board").value}`);
  const none = players.length ? [] : [text("li", "nobody yet", "soft")];
  byId("leaders").replaceChildren(...none, ...players.map((player) => text("li",
    `${player.name}${player.program ? " (program)" : ""}: ${Math.round(player.rating * 10) / 10} after ${player.games} games`)));
}

const seatName = (seat) => seat.name ?? (seat.computer ? `computer ${seat.computer}` : "free");
let refreshing = null;
function refresh() {
  refreshing ??= setTimeout(async () => {
    refreshing = null;
    for (const phase of ["open", "running", "finished"]) {
      const { tables } = await api("GET", `/tables?phase=${phase}&limit=20`);
      const none = tables.length ? [] : [text("li", "none", "soft")];
      byId(phase).replaceChildren(...none, ...tables.map((row) => {
        const item = document.createElement("li");
        const go = text("a", row.title || row.game); go.href = `/t/${row.table}`;
        item.append(go, " ", text("span", `${row.game}: ${row.seats.map(seatName).join(" – ")}${row.finish ? `, ${row.finish.reason}` : ""}`, "soft"));
        return item;
      }));
    }
  }, 200);
}

byId("making").addEventListener("submit", async (event) => {
  event.preventDefault();
  const kind = byId("clock").value;
  const clock = kind === "none" ? { kind: "none" } : kind === "days" ? { kind: "days", days: 3 }
    : { kind: "total", ms: kind * 1000, increment_ms: kind === "300" ? 2000 : 1000 };
  const opponent = byId("opponent").value;
  try {
    const made = await api("POST", "/tables", {
      game: byId("game").value, seat: 0, clock, private: byId("private").checked,
      computers: opponent ? [null, opponent] : [], fill: opponent || null,
    });
    location.href = made.link;
  } catch (error) { say(error.message); }
});

// A table.
const at = { table: null, key: null, view: null, step: null, skew: 0 };

async function watch() {
  try {
    const known = at.view ? { after: at.view.seq } : {};
    await line.ask({ type: "watch", table: at.table, key: at.key, ...known });
    if (!at.view?.you) await command({ do: "join", key: at.key });
  } catch (error) { say(error.message); }
}

const command = (request) => line.ask({ type: "command", table: at.table, request });

function button(label, request) {
  const it = text("button", label); it.type = "button";
  it.addEventListener("click", async () => {
    try { await command(request); say(""); } catch (error) { say(error.message); }
  });
  return it;
}

// Events that come one at a time; what they do to the table is asked for as a
// whole, at most a few times a second.
let looking = null;
function happened(event) {
  if (at.view && event.seq > at.view.seq + 1) { at.view = null; watch(); return; }
  if (at.view) at.view.seq = event.seq;
  if (event.type === "next") at.next = event.table;
  looking ??= setTimeout(async () => {
    looking = null;
    const key = at.key ? `?key=${at.key}` : "";
    try {
      const { view, now } = await api("GET", `/tables/${at.table}${key}`);
      at.view = view; at.skew = now - Date.now(); show();
    } catch (error) { say(error.message); }
  }, 50);
}

function show() {
  const view = at.view;
  const you = view.you;
  const steps = at.step ?? view.steps;
  byId("title").textContent = `${view.terms.title || view.terms.game}${view.terms.private ? " (by link only)" : ""}`;
  const query = new URLSearchParams({ step: steps, turn: view.turn });
  if (at.key) query.set("key", at.key);
  if (matchMedia("(prefers-color-scheme: dark)").matches) query.set("theme", "dark");
  const picture = `/api/v1/tables/${at.table}/board.svg?${query}`;
  if (byId("picture").getAttribute("src") !== picture) byId("picture").src = picture;
  byId("step").textContent = `${steps} of ${view.steps}`;
  byId("record").href = `/api/v1/tables/${at.table}/record${at.key ? `?key=${at.key}` : ""}`;
  const acting = view.game.to_act ?? [];
  const turn = you && you.seat !== null && view.phase === "playing" && acting.includes(you.seat);
  const called = (seat) => view.seats[seat].name ?? view.seats[seat].called;
  byId("state").textContent =
    view.phase === "lobby" ? "Seats are being taken."
    : view.phase === "over" ? `Over: ${view.finish.reason}. ${view.finish.winners.length ? `Won by ${view.finish.winners.map(called).join(", ")}.` : "Nobody won."}`
    : you?.sealed ? `You have sealed ${you.sealed}. Others see it when all have chosen.`
    : turn ? "It is your turn." : `Waiting for ${acting.map(called).join(", ")}.`;
  byId("moving").hidden = !turn;
  byId("moves").hidden = !turn || view.terms.game === "game17";
  if (turn) legal();
  byId("seats").replaceChildren(...view.seats.map((seat) => {
    const item = text("li", `${seat.called}: ${seatName(seat)}${seat.ready && view.phase === "lobby" ? ", ready" : ""}${seat.away_since ? ", away" : ""}${seat.standing === "in" ? "" : `, ${seat.standing}`} ${clock(seat)}`,
      you && you.seat === seat.seat ? "you" : "");
    if (view.phase === "lobby" && !seat.name && !seat.computer && you && you.seat === null) item.append(button("Sit down", { do: "sit", seat: seat.seat }));
    return item;
  }));
  const buttons = [];
  if (you?.seat != null) {
    const own = view.seats[you.seat];
    if (view.phase === "lobby") {
      buttons.push(button(own.ready ? "Not ready" : "Ready", { do: "ready", ready: !own.ready }), button("Stand up", { do: "stand" }));
      if (you.creator) buttons.push(button("Start", { do: "start" }));
    } else if (view.phase === "playing") {
      buttons.push(button("Resign", { do: "resign" }), button("Offer a draw", { do: "offer", what: "draw" }), button("Take back", { do: "offer", what: "takeback" }));
      if (you.sealed) buttons.push(button("Withdraw", { do: "withdraw", turn: view.turn }));
    } else buttons.push(button("Rematch", { do: "offer", what: "rematch" }));
    for (const offer of view.offers) {
      if (offer.seat === you.seat) { buttons.push(button(`Take back your offer (${offer.what})`, { do: "decline", offer: offer.offer })); continue; }
      buttons.push(button(`Accept ${offer.what}`, { do: "accept", offer: offer.offer }), button(`Decline ${offer.what}`, { do: "decline", offer: offer.offer }));
    }
  }
  if (view.next) { const go = text("a", "The next game"); go.href = `/t/${view.next}`; buttons.push(go); }
  byId("buttons").replaceChildren(...buttons.flatMap((it) => [it, " "]));
  byId("chat").replaceChildren(...view.chat.map((entry) => text("li", `${entry.name}: ${entry.text}`)));
  byId("chat").scrollTop = byId("chat").scrollHeight;
  if (you?.key) byId("link").textContent = `Link: ${location.origin}/t/${at.table}#${you.key}`;
}

// The list is asked for once a turn, when someone opens it.
async function legal() {
  if (!byId("moves").open || at.legal === at.view.turn) return;
  at.legal = at.view.turn;
  const key = at.key ? `?key=${at.key}` : "";
  try {
    const { seats } = await api("GET", `/tables/${at.table}/moves${key}`);
    byId("legal").textContent = (seats.find(({ seat }) => seat === at.view.you.seat)?.moves ?? []).join(" ");
  } catch (error) { say(error.message); }
}
byId("moves").addEventListener("toggle", () => { if (at.view?.you) legal(); });

function clock(seat) {
  if (!seat.clock) return "";
  const { left_ms, since } = seat.clock;
  const left = Math.max(0, since === null ? left_ms : left_ms - (Date.now() + at.skew - since));
  const s = Math.floor(left / 1000);
  return s >= 86400 ? `${Math.floor(s / 86400)} days` : `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

byId("moving").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await command({ do: "move", turn: at.view.turn, action: byId("move").value.trim() });
    byId("move").value = ""; say("");
  } catch (error) { say(error.message); }
});

byId("talking").addEventListener("submit", async (event) => {
  event.preventDefault();
  try { await command({ do: "chat", text: byId("say").value }); byId("say").value = ""; say(""); } catch (error) { say(error.message); }
});

async function turnTo(step) {
  at.step = step >= at.view.steps ? null : Math.max(0, step);
  show();
  const shown = at.step ?? at.view.steps;
  byId("told").textContent = "";
  if (shown > 0) {
    const key = at.key ? `?key=${at.key}` : "";
    try { byId("told").textContent = (await api("GET", `/tables/${at.table}/steps/${shown}${key}`)).text; } catch { /* nothing to tell */ }
  }
}
byId("back").addEventListener("click", () => turnTo((at.step ?? at.view.steps) - 1));
byId("on").addEventListener("click", () => turnTo((at.step ?? at.view.steps) + 1));

const path = location.pathname.match(/^\/t\/([0-9a-f]{32})$/);
try {
  await meet();
  if (path) {
    at.table = path[1];
    at.key = location.hash.slice(1) || null;
    byId("table").hidden = false;
    setInterval(() => { if (at.view?.phase === "playing" && at.view.terms.clock.kind !== "none") show(); }, 1000);
  } else await lobby();
  line.open();
} catch (error) { say(error.message); }
