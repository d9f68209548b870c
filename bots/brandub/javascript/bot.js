// A starter bot for Brandub: wins if it can, else captures, else moves at random.
const lines = require("readline").createInterface({ input: process.stdin });

const LAST = 6;
const STEPS = [[1, 0], [-1, 0], [0, 1], [0, -1]];
const isCentre = (x, y) => x === 3 && y === 3;
const isCorner = (x, y) => (x === 0 || x === LAST) && (y === 0 || y === LAST);

function sideOf(square) {
  if (!square?.piece) return null;
  return square.piece === "attacker" ? "attackers" : "defenders";
}

function legalMoves(side, squares) {
  const moves = [];
  for (const from of squares.flat()) {
    if (sideOf(from) !== side) continue;
    for (const [dx, dy] of STEPS) {
      let [x, y] = [from.x + dx, from.y + dy];
      for (; squares[x]?.[y] && !squares[x][y].piece; x += dx, y += dy) {
        // Nobody stops on the centre, and only the king in a corner.
        if (isCentre(x, y) || (isCorner(x, y) && from.piece !== "king")) continue;
        moves.push({ from, to: squares[x][y] });
      }
    }
  }
  return moves;
}

// How many pieces a move captures; the king is left to luck.
function captures(side, { from, to }, squares) {
  let found = 0;
  for (const [dx, dy] of STEPS) {
    const victim = squares[to.x + dx]?.[to.y + dy];
    const [x, y] = [to.x + 2 * dx, to.y + 2 * dy];
    const beyond = squares[x]?.[y];
    if (!beyond || sideOf(victim) === null || sideOf(victim) === side) continue;
    if (victim.piece === "king" || beyond === from) continue;
    const hostile = isCorner(x, y) || (isCentre(x, y) && !beyond.piece);
    if (hostile || sideOf(beyond) === side) found++;
  }
  return found;
}

function worth(side, move, squares) {
  const { from, to } = move;
  if (from.piece === "king" && isCorner(to.x, to.y)) return 1000;
  const king = squares.flat().find((square) => square.piece === "king");
  // Attackers stay close to the king.
  const away = Math.abs(to.x - king.x) + Math.abs(to.y - king.y);
  return 10 * captures(side, move, squares) - (side === "attackers" ? away : 0);
}

lines.on("line", (line) => {
  const { side, board } = JSON.parse(line);
  let best = null;
  for (const move of legalMoves(side, board.squares)) {
    move.score = worth(side, move, board.squares) + 0.5 * Math.random();
    if (!best || move.score > best.score) best = move;
  }
  const square = ({ x, y }) => ({ x, y });
  console.log(JSON.stringify({ from: square(best.from), to: square(best.to) }));
});
