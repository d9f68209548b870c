//! The rules in English.

use super::Part::{Code, List, Say};
use super::{Learn, Rules, Section, section, see};

pub(in crate::texts) const ENGLISH: Learn = Learn {
    lead: "The rules of the four games. Every diagram can be played: the rules themselves answer.",
    rules_of: "Rules of",
    others: "All games",
    contents: "Contents",
    try_play: "Move on the board, or see one of these:",
    try_table: "Move pieces on the board, or see one of these:",
    play_this: "Show",
    again: "Start again",
    step: "Let it step",
    enters: "Seat {seat} enters",
    conflict: "Conflict. The marked squares are barred for this turn.",
    refused: "The rules refuse this.",
    won: "The game is over. Winner: {name}.",
    drawn: "The game is over: a draw.",
    automatafl: Rules {
        lead: "Lure the automaton into a corner of yours. Nobody moves it: everyone moves what pulls and pushes it, at the same time and in secret.",
        sections: AUTOMATAFL,
    },
    combo: Rules {
        lead: "Stacks that merge, split and capture. The more pieces move, the further they reach.",
        sections: COMBO,
    },
    brandub: Rules {
        lead: "A king and four defenders in a ring of eight attackers. He wants to reach a corner, they want to catch him.",
        sections: BRANDUB,
    },
    game17: Rules {
        lead: "Many owners on a board without edges. Who brings more pieces to a square takes it.",
        sections: GAME17,
    },
};

static AUTOMATAFL: &[Section] = &[
    section(
        "goal",
        "The goal",
        &[
            Say(
                "Two or four players. On the board stand attractors (plus), repulsors (minus) and one automaton (the star). The pieces belong to nobody: every player may move every attractor and every repulsor, but never the automaton.",
            ),
            Say(
                "Each corner belongs to a player. The seats of the players are numbered from 0. With two players, seat 0 owns the two corners at the bottom and seat 1 the two at the top. With four, each owns one, counted from the bottom left anticlockwise. The players may agree on other corners before they begin.",
            ),
            Say(
                "The owner of the corner into which the automaton steps wins, whoever made it step there.",
            ),
            see(
                "corner",
                "Into the corner",
                "The automaton stands beside your corner a1. Push it in: d3-d1 puts a repulsor behind it.",
            ),
        ],
    ),
    section(
        "turn",
        "A turn",
        &[
            List(&[
                "Every player enters a move, hidden from the others, and may change it until the last one is in.",
                "All moves are revealed at once. Players whose moves conflict enter others, until nothing conflicts.",
                "The moves are carried out together.",
                "The automaton steps, or stays.",
            ]),
            Say(
                "A move names two different squares in one row or column: where from, and where to. Neither may hold the automaton, neither may be marked. The first may be empty: a piece may arrive there in the same turn. What stands between the two does not matter yet.",
            ),
            Say(
                "In the diagrams you have seat 0, and you see what the others have entered; in a game you would not.",
            ),
            see(
                "together",
                "Two moves",
                "Both moves are carried out, then the automaton judges the new board.",
            ),
        ],
    ),
    section(
        "conflicts",
        "Conflicts",
        &[
            Say(
                "Two moves conflict when both name the same source and a piece stands on it, or when both name the same destination. Each such square is marked: no new move may name it in this turn. The players involved enter again, the moves of the others are locked.",
            ),
            see(
                "source-conflict",
                "The same source",
                "You both reach for a1. Then a1 is marked and both enter again: try to use it once more, then something else.",
            ),
            see(
                "destination-conflict",
                "The same destination",
                "You both want b1. It is marked, and neither of you may go there now.",
            ),
            see(
                "identical",
                "The same move",
                "Equal moves conflict on both of their squares.",
            ),
            see(
                "merge",
                "The same move, merged",
                "With the option “identical = merge” equal moves count as one.",
            ),
            see(
                "locked",
                "A locked move can be lost too",
                "Four players. First you and seat 1 want b1. When both have entered again, seat 1 conflicts with the locked move of seat 2, who must enter again as well.",
            ),
            Say(
                "All moves are compared again after every re-entry, the locked ones too. Markers bar new moves only, add up, and are cleared when the moves are carried out. A player who has no legal move left passes.",
            ),
        ],
    ),
    section(
        "moves",
        "Carrying out the moves",
        &[
            Say(
                "Every piece that stands on a source is lifted. All others stand fast, the automaton too. The order of the players never matters.",
            ),
            see(
                "blocked",
                "Blocked",
                "A piece that stands fast on the path, or on the destination, blocks the move: its piece goes back.",
            ),
            see(
                "lifted",
                "A lifted piece blocks nothing",
                "c1 is lifted by the other move, so your piece passes.",
            ),
            see(
                "lifted-back",
                "Even if it comes back",
                "The piece of c1 is blocked at e1 and goes back; a1-d1 passes over it all the same. But a1-c1 finds its destination occupied and stays.",
            ),
            see(
                "chain",
                "A chain",
                "One piece leaves, another takes its place. It stays there: c1 was not empty.",
            ),
            see(
                "carried",
                "Carried on",
                "The other move starts from the empty b1. Bring a piece there and it is carried on to b5 at once. If nothing arrives, the move does nothing.",
            ),
            see(
                "cycle",
                "A circle",
                "Moves that close a circle cancel: no piece in it moves. An exchange of two pieces is such a circle.",
            ),
            see(
                "contested",
                "Contested",
                "Two moves name the same empty square b1: neither applies, and a piece that arrives there stays. A move that is blocked as well counts as blocked.",
            ),
        ],
    ),
    section(
        "automaton",
        "The automaton looks",
        &[
            Say(
                "It looks along its row and its column, both ways, to the nearest piece or to the edge. Then it judges row and column, each by the first of three rules that fits. It steps one square at most, never onto a piece.",
            ),
            Say(
                "In the following diagrams the automaton waits. Move the pieces and watch what it would do; then let it step.",
            ),
            see(
                "sight",
                "Nothing in sight",
                "No piece stands in its row or column: it stays. Bring one into its sight.",
            ),
        ],
    ),
    section(
        "rules",
        "The three rules",
        &[
            see(
                "pair",
                "Rule 1: opposing pair",
                "An attractor on one side, a repulsor on the other: it steps toward the attractor. If the attractor is already beside it (a4-c4), the row offers nothing, not even flight.",
            ),
            see(
                "from",
                "Rule 2: from repulsor",
                "Repulsors on both sides: away from the nearer. At equal distances (g4-f4) they balance. With one repulsor and no piece on the other side (g4-g7): away from it.",
            ),
            see(
                "no-room",
                "Rule 2 without room",
                "The repulsor pushes toward the edge, where no square is left: the row offers nothing. Its column can still help: b6-g6.",
            ),
            see(
                "toward",
                "Rule 3: toward attractor",
                "Attractors on both sides: toward the nearer, unless that is beside it (b4-c4). At equal distances (g4-f4) they balance. With one attractor only (b4-b7): toward it.",
            ),
        ],
    ),
    section(
        "choice",
        "Row or column",
        &[
            Say("If only one axis offers a step, that one is taken. If both do:"),
            see(
                "lower",
                "The lower rule wins",
                "The row offers rule 1, the column rule 2: the row wins. Take the repulsor away (f4-f7) and the row offers rule 3 only: now the column wins.",
            ),
            see(
                "both-1",
                "Rule 1 on both",
                "The nearer attractor wins. If the attractors are equally far (a4-b4), the nearer repulsor does. If those are equal too (d3-d2), see below.",
            ),
            see("both-2", "Rule 2 on both", "The nearer repulsor wins."),
            see("both-3", "Rule 3 on both", "The nearer attractor wins."),
            see(
                "column",
                "All equal: the column rule",
                "The automaton moves along its column.",
            ),
            see(
                "freeze",
                "All equal: freeze",
                "With the option “tie = freeze” it stays instead.",
            ),
        ],
    ),
    section(
        "more",
        "Several automata, draws, options",
        &[
            Say(
                "With the option “automata” there are several. They step in order of their squares, lowest row first and from a onward, each on the board as the one before left it. Another automaton ends a line of sight like an edge. The first that enters a corner decides the game.",
            ),
            see(
                "several",
                "Two automata",
                "b3 steps first. While it stands there d3 sees nothing beyond it.",
            ),
            Say(
                "The players may agree on a draw. After 500 turns the game is drawn (option “max_turns”; 0 is never). The setups are standard (11 x 11), small (5 x 5), twins (two automata) and any board from 3 x 3 to 26 x 26.",
            ),
        ],
    ),
    section(
        "notation",
        "Notation",
        &[
            Say(
                "Columns are letters from the left, rows are numbers from the bottom: a1 is bottom left. A move is source, hyphen, destination; a hyphen alone is a pass.",
            ),
            Code("a1-a5"),
            Say(
                "A position lists the rows from row 1 upwards: a is an attractor, r a repulsor, @ the automaton, a number so many empty squares.",
            ),
            Code("/r1r1r/5/a1@1a/5/r1r1r/"),
        ],
    ),
];

static COMBO: &[Section] = &[
    section(
        "board",
        "Board and goal",
        &[
            Say(
                "Two players on 8 x 8 squares. White starts on the first two rows, at the top, Black on the last two, with a single piece on each square. Black moves first, then they take turns. Who cannot move on his turn loses.",
            ),
            Say(
                "All pieces of a colour on one square are a stack; its count is how many they are. In the diagrams you move for both sides.",
            ),
        ],
    ),
    section(
        "moves",
        "Moves",
        &[
            Say(
                "Take some or all pieces of a stack of yours and carry them in a straight line, along a row, a column or a diagonal. They go at most as many squares as they are pieces, and never over another piece.",
            ),
            see(
                "combo-reach",
                "As far as many",
                "Three pieces reach three squares, two reach two. Choose the stack, then how many go; the squares they reach are lit.",
            ),
            see(
                "combo-split",
                "Split",
                "What is not carried stays behind. More than there are cannot go.",
            ),
            see(
                "combo-merge",
                "Merge",
                "Onto a stack of your own: both become one.",
            ),
            see(
                "combo-path",
                "Not over pieces",
                "The piece on b3 is in the way, though it is a friend.",
            ),
        ],
    ),
    section(
        "captures",
        "Captures",
        &[
            Say(
                "Two or more pieces that land on an enemy stack capture all of it, however high it is. They need not be more than it has.",
            ),
            see("combo-capture", "Two take five", "The whole stack is gone."),
            see(
                "combo-lone",
                "A lone piece takes nothing",
                "Neither a single piece nor one piece of a larger stack captures. Two do.",
            ),
        ],
    ),
    section(
        "end",
        "The end",
        &[
            see(
                "combo-win",
                "Everything taken",
                "White has no piece left, so White cannot move.",
            ),
            see(
                "combo-shut",
                "Shut in",
                "White still has a piece, but every way is closed to it. That loses too.",
            ),
            see(
                "combo-quiet",
                "A draw",
                "After 200 moves in a row without a capture the game is drawn (option “quiet_limit”; 0 is never). Here the limit is 2.",
            ),
            Say(
                "A side whose clock runs out loses. A program that makes an illegal move loses at once; a person is told why and moves again. The board may have 1 to 26 columns and 4 to 26 rows.",
            ),
        ],
    ),
    section(
        "notation",
        "Notation",
        &[
            Say(
                "Columns are letters from the left, rows are numbers from the top: a1 is top left. A move is source, hyphen, destination, then = and how many go; without it the whole stack goes.",
            ),
            Code("d7-d5=2"),
            Say(
                "A position lists the rows from the top: w or b with a count (left out if 1), x for an empty square, x5 for five of them; then who is to move.",
            ),
            Code("x4/x,w5,x2/x,b,x2/x,b3,x2 b"),
        ],
    ),
];

static BRANDUB: &[Section] = &[
    section(
        "board",
        "Board and goal",
        &[
            Say(
                "7 x 7 squares. The king starts on the centre with four defenders around him; eight attackers stand outside. The attackers move first, then they take turns. The king wins the game for the defenders on any corner. The attackers win by catching him.",
            ),
            Say("In the diagrams you move for both sides."),
        ],
    ),
    section(
        "moves",
        "Moves",
        &[
            Say(
                "Every piece, the king too, moves any number of squares along its row or column, not over a piece and not onto one.",
            ),
            List(&[
                "The centre: no piece may stop there, not even the king once he has left it. While it is empty every piece may pass over it.",
                "The corners: only the king may stop there.",
            ]),
            see(
                "brandub-move",
                "Over the centre, not onto it",
                "The attacker may go from d1 to d7, but stop neither on the centre d4 nor on the corner a1.",
            ),
        ],
    ),
    section(
        "captures",
        "Captures",
        &[
            Say(
                "A piece other than the king is captured when an enemy moves beside it and on the opposite side there is another enemy of it, a corner, or the empty centre. The king captures like a defender.",
            ),
            see(
                "brandub-between",
                "Between two",
                "The attacker moves to d3; c3 is now between it and b3.",
            ),
            see(
                "brandub-three",
                "Three at once",
                "One move can capture on up to three sides.",
            ),
            see(
                "brandub-corner",
                "Against a corner",
                "A corner is an enemy to everyone.",
            ),
            see(
                "brandub-throne",
                "Against the empty centre",
                "So is the centre while it is empty.",
            ),
            see(
                "brandub-throne-king",
                "But not while the king is there",
                "The same move; now the king stands on the centre and his defender is safe.",
            ),
            see(
                "brandub-safe",
                "Moving in between is safe",
                "Only the enemy’s own move captures.",
            ),
            see(
                "brandub-king-helps",
                "The king captures too",
                "He moves to e3 and takes d3 together with c3.",
            ),
        ],
    ),
    section(
        "king",
        "Catching the king",
        &[
            Say(
                "How many attackers it takes depends on where he stands. An attacker must have moved beside him; he, too, may move in between safely.",
            ),
            see(
                "brandub-four",
                "On the centre: four",
                "Attackers on all four sides.",
            ),
            see(
                "brandub-three-sides",
                "Beside the centre: three",
                "Attackers on the three sides other than the centre.",
            ),
            see(
                "brandub-two-not-enough",
                "Two are not enough there",
                "He stands between two attackers, but beside the centre.",
            ),
            see(
                "brandub-two",
                "Anywhere else: two",
                "Like any other piece, between the attacker that moved and another one.",
            ),
            see(
                "brandub-king-corner",
                "Or one and a corner",
                "The corner a1 helps.",
            ),
            see(
                "brandub-king-corner-off",
                "Without the corner",
                "With the option “king_by_corner = false” a corner does not help against the king. It still does against others.",
            ),
        ],
    ),
    section(
        "end",
        "The end",
        &[
            see(
                "brandub-escape",
                "On a corner",
                "The king has escaped: the defenders win.",
            ),
            see(
                "brandub-stuck",
                "No move left",
                "The attackers cannot move, since the corner is closed to them. A side that cannot move loses; with “no_moves = draw” the game is drawn.",
            ),
            see(
                "brandub-repeat",
                "The third time",
                "When the same board with the same side to move occurs the third time the game is drawn (option “repetition”; 0 is never).",
            ),
            Say("There is no passing."),
        ],
    ),
    section(
        "notation",
        "Notation",
        &[
            Say(
                "Columns are letters from the left, rows are numbers from the bottom: a1 is bottom left, d4 the centre. A move is source, hyphen, destination.",
            ),
            Code("d1-c1"),
            Say(
                "A position lists the rows from row 1 upwards: t is an attacker, T a defender, K the king, a number so many empty squares; then who is to move, a or d.",
            ),
            Code("/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a"),
        ],
    ),
];

static GAME17: &[Section] = &[
    section(
        "board",
        "Board and goal",
        &[
            Say(
                "14 x 14 squares whose edges are linked: beyond the top row is the bottom row, beyond the last column the first. At the start each square has four pieces and an owner of its own, dealt at random. Some owners are players; all others are zombies.",
            ),
            Say(
                "The order of turns is drawn once and holds for all 50 rounds. Who has the most squares at the end wins.",
            ),
        ],
    ),
    section(
        "turn",
        "A turn",
        &[
            Say(
                "Give any number of orders, or none. An order sends pieces from a square of yours to the neighbour in the north, east, south or west. Several orders may start from one square, with no more pieces than stand there. All go at once: pieces that arrive do not move on in the same turn.",
            ),
            see(
                "land-orders",
                "Orders",
                "Drag from your square 0,0 to its neighbours, or click both, then end the turn. Pieces that only arrive cannot be sent, and squares of others give nothing.",
            ),
            Say(
                "A person is told at once when an order breaks a rule. A program that gives such an order loses its whole turn: nothing moves.",
            ),
        ],
    ),
    section(
        "squares",
        "Who gets a square",
        &[
            Say(
                "Where pieces arrive on a square of another owner, they are compared with those that stayed there. No piece ever disappears: all on the square go to the winner.",
            ),
            see(
                "land-take",
                "More take",
                "Three against two: the square and all five pieces are yours.",
            ),
            see(
                "land-fewer",
                "Fewer are absorbed",
                "One against two: the owner keeps the square and gets your piece.",
            ),
            see(
                "land-tie",
                "A tie: a coin",
                "Two against two. Every tied square has its own fair coin; start again and see.",
            ),
            see(
                "land-edge",
                "Over the edge",
                "North of row 0 is the last row. The square there is empty: it still belongs to its last owner, and one piece is enough.",
            ),
            Say(
                "On a square of your own the pieces are simply added. Pieces that leave a square are gone from it before anything is compared.",
            ),
        ],
    ),
    section(
        "zombies",
        "Zombies",
        &[
            Say(
                "A zombie sends every one of its pieces to a neighbour, each on its own, with equal chances. A T-800 is a computer player that weighs how many pieces stand around it.",
            ),
            see(
                "land-zombies",
                "The zombies go",
                "End your turn and all other owners send their pieces around.",
            ),
            Say(
                "An owner without squares is skipped. An owner with squares but no pieces has its turn and can send nothing.",
            ),
        ],
    ),
    section(
        "end",
        "The end",
        &[
            see(
                "land-all",
                "All pieces to one owner",
                "As soon as one owner has all pieces the game ends.",
            ),
            see(
                "land-squares",
                "Squares count, not pieces",
                "You lose your last piece, so owner 1 has all of them. But you have eight squares, and win.",
            ),
            Say(
                "Otherwise the game ends after all rounds. Who has the most squares wins, empty ones included; all who tie for the first place win. Zombies can win. Size, rounds, pieces and players are options.",
            ),
        ],
    ),
    section(
        "notation",
        "Notation",
        &[
            Say(
                "A square is its row and column, both from 0, from the top left. An order is the square, a direction (n, e, s, w) and how many go; a turn is orders with spaces between them, or a hyphen for none.",
            ),
            Code("3,4n2 3,4e1"),
            Say("A position is JSON: rows of owners and rows of numbers."),
        ],
    ),
];
