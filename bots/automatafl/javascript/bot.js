// A starter bot for Automatafl: tries its moves out as if nobody else moved, and
// picks one after which the automaton is closest to a corner of its own.
const lines = require("readline").createInterface({ input: process.stdin });

const STEPS = [[1, 0], [-1, 0], [0, 1], [0, -1]];

// The nearest piece in a direction and its distance; no piece at the edge.
function look(squares, at, [dx, dy]) {
  for (let distance = 1; ; distance++) {
    const square = squares[at.x + dx * distance]?.[at.y + dy * distance];
    if (!square || square.piece) return { piece: square?.piece, distance };
  }
}

// What one axis offers: the rule, the distances that decide ties, and which way.
function judge(plus, minus) {
  for (const [one, other, way] of [[plus, minus, 1], [minus, plus, -1]]) {
    const [near, far] = [one.distance, other.distance];
    const kinds = `${one.piece} ${other.piece}`;
    if (kinds === "attractor repulsor" && near > 1) return { order: [1, near, far], way };
    if (kinds === "repulsor repulsor" && near < far) return { order: [2, near, 0], way: -way };
    if (kinds === "repulsor undefined" && far > 1) return { order: [2, near, 0], way: -way };
    if (kinds === "attractor attractor" && 1 < near && near < far) return { order: [3, near, 0], way };
    if (kinds === "attractor undefined" && near > 1) return { order: [3, near, 0], way };
  }
  return null;
}

function compare(a, b) {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function automatonStep(squares, at, tie) {
  const [right, left, up, down] = STEPS.map((step) => look(squares, at, step));
  const [alongX, alongY] = [judge(right, left), judge(up, down)];
  const better = !alongX ? 1 : !alongY ? -1 : compare(alongX.order, alongY.order);
  if (better < 0) return { x: at.x + alongX.way, y: at.y };
  if (better === 0 && tie !== "column") return at;
  return { x: at.x, y: at.y + (alongY ? alongY.way : 0) };
}

function legalMoves(squares, marked) {
  const free = (square) => !marked.some(({ x, y }) => x === square.x && y === square.y);
  const moves = [];
  for (const from of squares.flat()) {
    if (!from.piece || from.piece === "automaton" || !free(from)) continue;
    for (const [dx, dy] of STEPS) {
      let to = squares[from.x + dx]?.[from.y + dy];
      for (; to && !to.piece; to = squares[to.x + dx]?.[to.y + dy]) {
        if (free(to)) moves.push({ from, to });
      }
    }
  }
  return moves;
}

function worth({ from, to }, request) {
  const { squares } = request.board;
  const all = squares.flat();
  const automaton = all.find((square) => square.piece === "automaton");
  [to.piece, from.piece] = [from.piece, undefined];
  const { x, y } = automatonStep(squares, automaton, request.tie);
  [from.piece, to.piece] = [to.piece, undefined];
  const distance = (mine) => Math.min(...all
    .filter(({ goal }) => goal !== undefined && (goal === request.player) === mine)
    .map((corner) => Math.abs(corner.x - x) + Math.abs(corner.y - y)));
  return distance(false) - distance(true) + (distance(true) === 0 ? 1000 : 0);
}

lines.on("line", (line) => {
  const request = JSON.parse(line);
  let best = null;
  for (const move of legalMoves(request.board.squares, request.marked)) {
    move.score = worth(move, request) + 0.5 * Math.random();
    if (!best || move.score > best.score) best = move;
  }
  const square = ({ x, y }) => ({ x, y });
  console.log(JSON.stringify({ from: square(best.from), to: square(best.to) }));
});
