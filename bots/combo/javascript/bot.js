// A starter bot for Combo: takes the biggest piece it can, else builds stacks.
const lines = require("readline").createInterface({ input: process.stdin });

const STEPS = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

function legalMoves(color, board) {
  const moves = [];
  for (const piece of board.squares.flat()) {
    if (piece.piece_color !== color) continue;
    for (const [dx, dy] of STEPS) {
      // A stack of n goes n squares at most, and not over other pieces.
      for (let distance = 1; distance <= piece.piece_count; distance++) {
        const target = board.squares[piece.x + dx * distance]?.[piece.y + dy * distance];
        if (!target) break;
        const enemy = target.piece_count > 0 && target.piece_color !== color;
        // It takes as many as the distance, and two to capture.
        for (let count = Math.max(distance, enemy ? 2 : 1); count <= piece.piece_count; count++) {
          moves.push({ piece, target, count });
        }
        if (target.piece_count > 0) break;
      }
    }
  }
  return moves;
}

function worth({ piece, target, count }, color) {
  const forward = color === "white" ? target.y - piece.y : piece.y - target.y;
  if (target.piece_count === 0) return 0.1 * forward - (count > 2 ? 0.5 : 0);
  if (target.piece_color !== color) return 10 * target.piece_count - 0.1 * count;
  // Stacks of two or three can capture; higher ones are only more to lose.
  return target.piece_count + count <= 3 ? 1 : -1;
}

lines.on("line", (line) => {
  const { color, board } = JSON.parse(line);
  let best = null;
  for (const move of legalMoves(color, board)) {
    move.score = worth(move, color) + 0.001 * Math.random();
    if (!best || move.score > best.score) best = move;
  }
  const answer = {
    from: { x: best.piece.x, y: best.piece.y },
    to: { x: best.target.x, y: best.target.y },
    piece_count: best.count,
  };
  console.log(JSON.stringify(answer));
});
