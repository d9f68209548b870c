// Plays games on a page. All text of records is set as text, never as markup;
// the boards come from the program that made the page.
const TaflViewer = (() => {
  "use strict";
  const SIDE = 40, EDGE = 22, MOST_DISCS = 5;
  const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const DIGITS = new Map([...LETTERS].map((letter, value) => [letter, value]));
  const ARROWS = ["seat-0", "seat-1", "seat-2", "seat-3", "automaton", "ink"];
  const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];
  const STEP_MS = 700, LONG_MS = 120, LONG = 400;
  const WINDOW = 150;

  function numbers(text) {
    const out = [];
    let value = 0, factor = 1;
    for (const letter of text || "") {
      const digit = DIGITS.get(letter) || 0;
      value += (digit & 31) * factor;
      factor *= 32;
      if (digit < 32) { out.push(value); value = 0; factor = 1; }
    }
    return out;
  }
  const signed = n => (n % 2 ? -(n + 1) / 2 : n / 2);

  // [index, code] pairs.
  function changes(text) {
    const n = numbers(text), out = [];
    for (let i = 0, at = 0; i + 1 < n.length; i += 2, at++) {
      at += n[i];
      out.push([at, n[i + 1]]);
    }
    return out;
  }

  function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children);
    return element;
  }

  const channels = hex => [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16));
  const mix = (a, b, part) => a.map((c, i) => Math.round(c + (b[i] - c) * part));
  function light(colour) {
    const [r, g, b] = colour.map(c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
  const DARK = light([0x24, 0x21, 0x1c]) + 0.05;
  const ink = colour => { const l = light(colour) + 0.05; return l / DARK >= 1.05 / l ? "#24211c" : "#ffffff"; };

  // A board that shows cells and marks.
  class Board {
    constructor(host, game, data, theme) {
      this.game = game;
      this.land = data.land;
      this.theme = theme;
      host.innerHTML = data.boards[game.board] || "";
      [this.under, this.layer, this.over] = ["under", "cells", "over"].map(name => host.querySelector("." + name));
      this.strong = new Map(game.strong || []);
      const [width, height] = game.size;
      this.slots = Array.from({ length: width * height }, () =>
        this.layer.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "g")));
    }
    middle(index) {
      const [width, height] = this.game.size, x = index % width, y = Math.floor(index / width);
      return [EDGE + SIDE * (x + 0.5), EDGE + SIDE * ((this.game.up ? height - 1 - y : y) + 0.5)];
    }
    use(id, index) {
      const [x, y] = this.middle(index);
      return `<use href="#v${id}" x="${x}" y="${y}"/>`;
    }
    number(count, x, y, height, colour) {
      const digits = String(count), wide = digits.length * 11.2 - 3.2;
      const scale = Math.min(height / 12, (SIDE - 9) / wide);
      const glyphs = [...digits].map((digit, i) => `<use href="#vn${digit}" x="${(11.2 * i).toFixed(1)}"/>`).join("");
      return `<g transform="translate(${x - wide * scale / 2} ${y - 6 * scale}) scale(${scale})" fill="none" stroke="${colour}" stroke-width="2.3" stroke-linecap="round" stroke-linejoin="round">${glyphs}</g>`;
    }
    cell(index, code) {
      const owners = this.game.owners, [x, y] = this.middle(index);
      if (owners) {
        const owner = code % owners, count = Math.floor(code / owners), land = this.land;
        const own = this.strong.get(owner);
        const strength = Math.min(1, land.base + land.step * Math.sqrt(count)) * (own ? 1 : land.most);
        const fill = mix(channels(land.empty[this.theme === "dark" ? 1 : 0]), channels(own || land.pale[owner % land.pale.length]), strength);
        return `<rect x="${x - 19}" y="${y - 19}" width="38" height="38" rx="4" fill="rgb(${fill})"/>` +
          (count ? this.number(count, x, y, 12, ink(fill)) : "");
      }
      if (!code) return "";
      const kinds = this.game.pieces, [symbol, colour] = kinds[(code - 1) % kinds.length];
      if (!colour) return this.use(symbol, index);
      const count = Math.floor((code - 1) / kinds.length) + 1, discs = Math.min(count, MOST_DISCS);
      return this.use(symbol + discs, index) + this.number(count, x, y + 7 - 4.6 * (discs - 1), 9.6, colour);
    }
    set(index, code) {
      const slot = this.slots[index];
      if (slot && slot.code !== code) { slot.code = code; slot.innerHTML = this.cell(index, code); }
    }
    repaint(theme) {
      this.theme = theme;
      if (this.game.owners) this.slots.forEach((slot, index) => { slot.innerHTML = this.cell(index, slot.code); });
    }
    marks(text) {
      const n = numbers(text);
      let under = "", over = "", arrows = "", i = 0;
      for (let left = n[i++] || 0; left > 0; left--) {
        const from = n[i++], dx = signed(n[i++]), dy = signed(n[i++]), how = n[i++], made = how % 2, kind = how >> 1;
        const [x, y] = this.middle(from), [ex, ey] = [dx * SIDE, (this.game.up ? -dy : dy) * SIDE];
        const length = Math.hypot(ex, ey), owned = this.game.owners;
        const start = (owned ? 11 : made ? 0 : 16) / length;
        const end = (owned ? length - 19 : made ? length - 26 : Math.max(length - 24, 16.5)) / length;
        if (made && !this.game.owners) under += this.use("from", from) + this.use("to", from + dx + dy * this.game.size[0]);
        arrows += `<path d="M${(x + ex * start).toFixed(1)} ${(y + ey * start).toFixed(1)}L${(x + ex * end).toFixed(1)} ${(y + ey * end).toFixed(1)}" stroke="var(--${ARROWS[kind]})" stroke-width="${owned ? 2.4 : 4}" stroke-linecap="round" fill="none" opacity=".85"${made ? "" : ' stroke-dasharray="6 5"'} marker-end="url(#vh${kind})"/>`;
      }
      for (let left = n[i++] || 0; left > 0; left--) over += this.use("cap", n[i++]);
      while (i < n.length) under += this.use("x", n[i++]);
      this.under.innerHTML = under;
      this.over.innerHTML = over + arrows;
    }
  }

  // Signs of buttons as lines: not every machine has a font that knows them.
  const SIGNS = {
    first: "M5 4V16M16 4 8 10 16 16Z", back: "M14 4 6 10 14 16Z", play: "M6 3.5 16 10 6 16.5Z",
    pause: "M6.5 4V16M13.5 4V16", on: "M6 4 14 10 6 16Z", last: "M15 4V16M4 4 12 10 4 16Z", night: "M10 3A7 7 0 1 0 10 17ZM10 3A7 7 0 0 1 10 17",
  };
  function sign(name) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    for (const [key, value] of Object.entries({ viewBox: "0 0 20 20", width: 18, height: 18, "aria-hidden": true, fill: name === "night" ? "none" : "currentColor", stroke: "currentColor", "stroke-width": 2, "stroke-linejoin": "round", "stroke-linecap": "round" })) svg.setAttribute(key, value);
    path.setAttribute("d", SIGNS[name]);
    svg.append(path);
    return svg;
  }

  function spent(us) {
    if (!us) return "";
    if (us < 1000) return us + " µs";
    if (us < 1e6) return (us / 1000).toFixed(us < 1e4 ? 1 : 0) + " ms";
    return (us / 1e6).toFixed(1) + " s";
  }

  // Scrolls a list, and never the page, to one of its entries.
  function reveal(list, entry) {
    const top = entry.offsetTop, bottom = top + entry.offsetHeight;
    if (top < list.scrollTop || bottom > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
  }

  function mount(root, data) {
    const games = data.games;
    root.classList.add("tv");
    root.classList.toggle("tv-many", games.length > 1);
    let theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    let current = -1, step = 0, playing = 0, speed = 1, shownFrom = -1;
    let board, cells, history;

    const title = root.querySelector("h1") || make("h1", {}, "Games");
    const night = make("button", { "aria-label": "Light or dark", title: "Light or dark (t)", onclick: () => setTheme(theme === "dark" ? "light" : "dark") }, sign("night"));
    const list = make("nav", { class: "tv-card tv-list", "aria-label": "Games" });
    const host = make("div", { class: "tv-stage" });
    const words = make("p", { class: "tv-words", "aria-live": "polite" });
    const slider = make("input", { type: "range", min: 0, value: 0, "aria-label": "Step", oninput: () => { pause(); show(+slider.value); } });
    const count = make("output");
    const play = make("button", { class: "tv-play", onclick: toggle, "aria-label": "Play or pause", title: "Play or pause (space)" }, sign("play"));
    const button = (name, label, action) => make("button", { onclick: () => { pause(); action(); }, "aria-label": label, title: label }, sign(name));
    const pace = make("select", { "aria-label": "Speed", title: "Speed (+ and -)", onchange: () => { speed = +pace.value; if (playing) { pause(); toggle(); } } },
      ...SPEEDS.map(s => make("option", { value: s, selected: s === 1 }, s + "×")));
    const about = make("section", { class: "tv-card" });
    const moves = make("ol", { class: "tv-moves", "aria-label": "Moves" });
    const controls = make("div", { class: "tv-controls" },
      button("first", "First (home)", () => show(0)), button("back", "Back (left)", () => show(step - 1)), play,
      button("on", "On (right)", () => show(step + 1)), button("last", "Last (end)", () => show(Infinity)), slider, pace, count);
    root.replaceChildren(
      make("header", { class: "tv-head" }, title, night),
      make("div", { class: "tv-body" }, ...(games.length > 1 ? [list] : []),
        make("section", { class: "tv-card tv-board" }, host, words, controls),
        make("div", { class: "tv-side" }, about, make("section", { class: "tv-card" }, moves))));
    if (!games.length) {
      root.querySelector(".tv-body").replaceChildren(make("p", { class: "tv-empty" }, "There are no games here."));
      setTheme(theme);
      return;
    }
    games.forEach((game, index) => list.append(make("button", { onclick: () => { pause(); open(index, 0); } },
      game.title || game.game, make("small", {}, game.result || ""))));

    function setTheme(name) {
      theme = name;
      root.dataset.theme = name;
      if (board) board.repaint(name);
    }

    function open(index, at) {
      current = index;
      const game = games[index];
      [...list.children].forEach((entry, i) => entry.setAttribute("aria-current", i === index));
      reveal(list, list.children[index]);
      board = new Board(host, game, data, theme);
      cells = [];
      history = [];
      for (const [at, code] of changes(game.start)) { cells[at] = code; board.set(at, code); }
      step = 0;
      shownFrom = -1;
      slider.max = game.frames.length;
      about.replaceChildren(make("h2", {}, games.length > 1 && game.title || game.game), make("p", { class: "tv-result" }, game.result || ""),
        make("ul", { class: "tv-players" }));
      if (game.facts) about.append(make("dl", { class: "tv-facts" }, ...game.facts.flatMap(([word, what]) => [make("dt", {}, word), make("dd", { title: what }, what)])));
      show(at);
    }

    function players(game) {
      const held = new Map();
      if (game.owners) for (const code of cells) held.set(code % game.owners, (held.get(code % game.owners) || 0) + 1);
      const rows = game.players.map(([name, seat, note, colour], index) => {
        const dot = make("i");
        dot.style.background = colour;
        const figure = game.owners ? (held.get(index) || 0) + " squares" : "";
        held.delete(index);
        return make("li", {}, dot, make("span", {}, name, make("small", {}, seat)),
          make("em", { class: note === "won" ? "won" : null }, [figure, note].filter(Boolean).join(" · ")));
      });
      if (game.owners) {
        const rest = [...held.values()].reduce((a, b) => a + b, 0), dot = make("i");
        dot.style.background = data.land.pale[0];
        rows.push(make("li", {}, dot, make("span", {}, game.players.length ? "zombies" : "all owners", make("small", {}, held.size + " owners")), make("em", {}, rest + " squares")));
      }
      about.querySelector(".tv-players").replaceChildren(...rows);
    }

    function show(to) {
      const game = games[current], frames = game.frames;
      to = Math.max(0, Math.min(to, frames.length));
      // Going back needs what was there before: it is kept while going on.
      while (step < to) {
        const undo = [];
        for (const [at, code] of changes(frames[step][1])) { undo.push([at, cells[at]]); cells[at] = code; board.set(at, code); }
        history[step++] = undo;
      }
      while (step > to) for (const [at, code] of history[--step]) { cells[at] = code; board.set(at, code); }
      const frame = step ? frames[step - 1] : ["Start"];
      board.marks(frame[2]);
      const what = make("b", {}, frame[0] || "");
      words.replaceChildren(what, frame[4] ? "  " + frame[4] : "");
      slider.value = step;
      count.textContent = step + " / " + frames.length;
      if (game.owners || !step || !about.querySelector(".tv-players").children.length) players(game);
      showMoves(frames);
      if (step === frames.length) pause();
    }

    // A game can have thousands of steps: only those around the current one are there.
    function showMoves(frames) {
      const from = Math.max(0, Math.min(step - WINDOW, frames.length - 2 * WINDOW));
      const near = shownFrom >= 0 && step > shownFrom && step <= shownFrom + moves.children.length;
      if (!near || shownFrom < 0) {
        shownFrom = from;
        moves.replaceChildren(...frames.slice(from, from + 2 * WINDOW).map((frame, i) =>
          make("li", { onclick: () => { pause(); show(from + i + 1); } }, make("small", {}, String(from + i + 1)), make("span", {}, frame[0] || ""), make("small", {}, spent(frame[3])))));
      }
      const before = moves.querySelector("[aria-current=true]");
      if (before) before.removeAttribute("aria-current");
      const now = moves.children[step - 1 - shownFrom];
      if (!now) { moves.scrollTop = 0; return; }
      now.setAttribute("aria-current", "true");
      reveal(moves, now);
    }

    function pause() {
      clearInterval(playing);
      playing = 0;
      play.replaceChildren(sign("play"));
    }
    function toggle() {
      if (playing) return pause();
      if (step === games[current].frames.length) show(0);
      play.replaceChildren(sign("pause"));
      playing = setInterval(() => show(step + 1), (games[current].frames.length > LONG ? LONG_MS : STEP_MS) / speed);
    }
    function faster(by) {
      const index = Math.max(0, Math.min(SPEEDS.indexOf(speed) + by, SPEEDS.length - 1));
      pace.value = speed = SPEEDS[index];
      if (playing) { pause(); toggle(); }
    }
    const KEYS = {
      " ": toggle, ArrowLeft: () => { pause(); show(step - 1); }, ArrowRight: () => { pause(); show(step + 1); },
      Home: () => { pause(); show(0); }, End: () => { pause(); show(Infinity); },
      "+": () => faster(1), "=": () => faster(1), "-": () => faster(-1), t: () => setTheme(theme === "dark" ? "light" : "dark"),
      n: () => { pause(); open((current + 1) % games.length, 0); }, p: () => { pause(); open((current + games.length - 1) % games.length, 0); },
    };
    document.addEventListener("keydown", event => {
      const busy = event.target.closest && event.target.closest("select,input:not([type=range]),textarea");
      const action = KEYS[event.key];
      if (!action || busy || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      action();
    });
    function follow() {
      const [, game, at] = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash) || [null, "1", "0"];
      open(Math.max(0, Math.min(game - 1, games.length - 1)), +(at || 0));
    }
    addEventListener("hashchange", () => { pause(); follow(); });
    setTheme(theme);
    follow();
  }

  return { mount };
})();
