// A starter bot for Game 17: every stack takes the biggest neighbour it can beat.
const lines = require("readline").createInterface({ input: process.stdin });

const STEPS = { n: [-1, 0], e: [0, 1], s: [1, 0], w: [0, -1] };

function orders({ owner, owners, numbers }) {
  const size = owners.length;
  const found = [];
  for (let row = 0; row < size; row++) {
    for (let col = 0; col < size; col++) {
      const pieces = numbers[row][col];
      if (owners[row][col] !== owner || pieces === 0) continue;
      let best = null;
      let foreign = false;
      for (const [direction, [down, right]] of Object.entries(STEPS)) {
        // The edges are linked.
        const to = [(row + down + size) % size, (col + right + size) % size];
        if (owners[to[0]][to[1]] === owner) continue;
        foreign = true;
        const stand = numbers[to[0]][to[1]];
        if (stand < pieces && (!best || stand > best.stand)) best = { stand, direction };
      }
      if (best) {
        // All of it against pieces, half of it into empty land.
        const count = best.stand > 0 ? pieces : Math.ceil(pieces / 2);
        found.push([[row, col], best.direction, count]);
      } else if (!foreign) {
        // Deep inside its own land: off to the front, wherever that is.
        found.push([[row, col], "nesw"[Math.floor(4 * Math.random())], pieces]);
      }
    }
  }
  return found;
}

lines.on("line", (line) => console.log(JSON.stringify(orders(JSON.parse(line)))));
