// The protocol of Taflhalla. Over a WebSocket you send a ClientMessage and get
// ServerMessages. Generated from the types in crates/protocol by
// `cargo xtask schema`.

/** What the seats chose, all at once. */
export type Act = {
  /** The moves in the order of the seats. */
  moves: Array<[number, string]>;
  /** The time each of them took, after credit for lag. */
  ms: Array<number>;
  /** The credit for lag of each; empty if nobody had any. */
  lag_ms?: Array<number>;
  /** The seats that were absent, so that the move was entered for them. */
  idle?: Array<number>;
  /** The conflict between the moves, if there is one. */
  conflict?: Conflict | null;
};

/** The reply to a request that was carried out. */
export type Answer = {
  /** The number of the last public event when it was done. */
  seq: number;
  /** The turn when it was done. */
  turn: number;
};

/** The id of Automatafl. */
export type AutomataflId =
  /** `automatafl` */
  | "automatafl";

/** A piece in Automatafl. */
export type AutomataflPiece =
  /** Attracts the automaton. */
  | "attractor"
  /** Repels the automaton. */
  | "repulsor"
  /** The automaton. */
  | "automaton";

/** A request in Automatafl. */
export type AutomataflRequest = {
  /** Always `automatafl`. */
  game: AutomataflId;
  /** Your seat. */
  player: number;
  /** The number of players. */
  players: number;
  /** What the automaton does when both axes are equal. */
  tie: AutomataflTie;
  /** The board. */
  board: BoardOfAutomataflSquare;
  /** The position in notation. */
  position: string;
  /** The squares marked by conflicts of this turn. */
  marked: Array<Coordinates>;
  /** Whether your earlier move of this turn was in conflict. */
  reentry: boolean;
  /** The turn, from 0. */
  turn: number;
  /** What is left on your clock. */
  clock_ms: number | null;
};

/** A square in Automatafl. */
export type AutomataflSquare = {
  /** The column. */
  x: number;
  /** The row. */
  y: number;
  /** The piece on it. */
  piece?: AutomataflPiece | null;
  /** The seat that owns this corner. */
  goal?: number | null;
};

/** What the automaton does when both axes are equal. */
export type AutomataflTie =
  /** It moves along its column. */
  | "column"
  /** It stays. */
  | "freeze";

/** `GET /players`: who takes challenges. */
export type AvailableBody = {
  /** The players. */
  available: Array<AvailablePlayer>;
};

/** A player who takes challenges. */
export type AvailablePlayer = {
  /** The public id. */
  player: string;
  /** The name. */
  name: string;
  /** Whether it is a program. */
  program: boolean;
  /** The games. */
  games: Array<string>;
};

/** A board by columns: `squares[x][y]`. */
export type BoardOfAutomataflSquare = {
  /** The number of columns. */
  width: number;
  /** The number of rows. */
  height: number;
  /** The squares; the outer list is by x. */
  squares: Array<Array<AutomataflSquare>>;
};

/** A board by columns: `squares[x][y]`. */
export type BoardOfBrandubSquare = {
  /** The number of columns. */
  width: number;
  /** The number of rows. */
  height: number;
  /** The squares; the outer list is by x. */
  squares: Array<Array<BrandubSquare>>;
};

/** A board by columns: `squares[x][y]`. */
export type BoardOfComboSquare = {
  /** The number of columns. */
  width: number;
  /** The number of rows. */
  height: number;
  /** The squares; the outer list is by x. */
  squares: Array<Array<ComboSquare>>;
};

/** What stands behind the question mark of `GET /tables/{table}/board.svg`. */
export type BoardQuery = {
  /** The key of a private table, for those not at it. */
  key?: string | null;
  /** The board after this many steps; after all if left out. */
  step?: number | null;
  /** `light` or `dark`; `light` if left out. */
  theme?: string | null;
};

/** The body of a request or a reply, on its way to the code that knows its type. */
export type Body = unknown;

/** A program's answer. `GameData` carries it to the game, which checks it. */
export type BotAnswer =
  /** A move on a board. */
  | MoveAnswer
  /** Orders in Game 17: square as row and column, direction, pieces. None to stay. */
  | Array<[[number, number], Direction, number]>
  /** No move, where Automatafl allows none. */
  | null;

/** A request to a program that is to move. */
export type BotRequest =
  /** Automatafl. */
  | AutomataflRequest
  /** Brandub. */
  | BrandubRequest
  /** Game 17. */
  | Game17Request
  /** Combo, in the form of its original contest. */
  | ComboRequest;

/** The id of Brandub. */
export type BrandubId =
  /** `brandub` */
  | "brandub";

/** A piece in Brandub. */
export type BrandubPiece =
  /** An attacker. */
  | "attacker"
  /** A defender. */
  | "defender"
  /** The king. */
  | "king";

/** A request in Brandub. */
export type BrandubRequest = {
  /** Always `brandub`. */
  game: BrandubId;
  /** Your side. */
  side: BrandubSide;
  /** The board. */
  board: BoardOfBrandubSquare;
  /** The position in notation. */
  position: string;
  /** The turn, from 0. */
  turn: number;
  /** What is left on your clock. */
  clock_ms: number | null;
};

/** A side in Brandub. */
export type BrandubSide =
  /** The attackers move first. */
  | "attackers"
  /** The king's side. */
  | "defenders";

/** A square in Brandub. */
export type BrandubSquare = {
  /** The column. */
  x: number;
  /** The row. */
  y: number;
  /** The piece on it. */
  piece?: BrandubPiece | null;
};

/** A challenge. */
export type Challenge = {
  /** The id of the game. */
  game: string;
  /** The game's options. */
  options: GameData;
  /** How time is kept. */
  clock: Clock;
  /** The challenger's seat. */
  seat?: number | null;
  /** The table that was made for it. */
  table: string;
  /** The table's key. */
  key: string | null;
  /** The table's link. */
  link: string;
  /** The challenger. */
  from: PlayerView;
  /** When it lapses. */
  until: number;
  /** The contest it belongs to. */
  contest?: string | null;
  /** The seat you are to take, in a contest. */
  your_seat?: number | null;
};

/** `GET /challenges`. */
export type ChallengesBody = {
  /** Challenges to you. */
  to_you: Array<Challenge>;
  /** Challenges you sent. */
  by_you: Array<Challenge>;
};

/** A line of chat. */
export type ChatLine = {
  /** When it was said. */
  at: number;
  /** The speaker. */
  member: Member;
  /** The speaker's name. */
  name: string | null;
  /** The line. */
  text: string;
};

/** A message of a client. */
export type ClientMessage = {
  /** The version; may be left out. */
  v?: number | null;
  /** Chosen by the client. Commands to one table need a new id for every new request, over all connections; the same id again gets the first reply again. */
  id: number;
} & (
  /** Watch a table. */
  | {
    type: "watch";
    /** The table. */
    table: string;
    /** The key of a private table. */
    key?: string | null;
    /** The last number you have seen, after a break. */
    after?: number | null;
    /** Whether you want the requests that bots get. */
    bot?: boolean;
  }
  /** Stop watching. */
  | {
    type: "unwatch";
    /** The table. */
    table: string;
  }
  /** Do something at a table. */
  | {
    type: "command";
    /** The table. */
    table: string;
    /** The request. */
    request: Request;
  }
  /** Answer a bot's request. */
  | {
    type: "answer";
    /** The table. */
    table: string;
    /** The turn of the request. */
    turn: number;
    /** The answer, as on standard output. */
    answer: GameData;
  }
  /** Watch the lobby, or stop. */
  | {
    type: "lobby";
    /** Whether to watch. */
    on: boolean;
  }
  /** Be listed as open to challenges in these games; none to be taken off the list. */
  | {
    type: "available";
    /** The ids of the games. */
    games: Array<string>;
  }
  /** Decline a challenge. */
  | {
    type: "decline";
    /** The table that was made for it. */
    table: string;
  }
  /** Ask for a reply, to see that the line works. */
  | {
    type: "ping";
  });

/** How time is kept. */
export type Clock =
  /** There is no clock. */
  | {
    kind: "none";
  }
  /** A fixed time for every move. */
  | {
    kind: "per-move";
    /** The time. */
    ms: number;
  }
  /** A budget for the whole game, with an increment after every move. */
  | {
    kind: "total";
    /** The budget. */
    ms: number;
    /** Added when a move is made. */
    increment_ms: number;
  }
  /** Correspondence: days for every move. */
  | {
    kind: "days";
    /** How many. */
    days: number;
  };

/** A clock. */
export type ClockView = {
  /** What was left when it last stopped. */
  left_ms: number;
  /** Since when it runs. */
  since: number | null;
  /** The time a sealed move took that `left_ms` already leaves out. */
  used_ms?: number | null;
};

/** A side in Combo. */
export type ComboColor =
  /** Black moves first. */
  | "black"
  /** White. */
  | "white";

/** A request in Combo. It has no other fields. */
export type ComboRequest = {
  /** Your side. */
  color: ComboColor;
  /** The board. */
  board: BoardOfComboSquare;
};

/** A square in Combo. */
export type ComboSquare = {
  /** The column. */
  x: number;
  /** The row. */
  y: number;
  /** The owner of the stack; left out if the square is empty. */
  piece_color?: ComboColor | null;
  /** The height of the stack. */
  piece_count: number;
};

/** Moves that got in each other's way. */
export type Conflict = {
  /** The squares in conflict. */
  squares: Array<string>;
  /** The seats that enter another move. */
  reenter: Array<number>;
};

/** Moves that got in each other's way, in the turn being played. */
export type ConflictView = {
  /** The squares in conflict. */
  squares: Array<string>;
  /** The seats that enter again. */
  reenter: Array<number>;
  /** What was entered, round by round. */
  rounds: Array<Array<[number, string]>>;
  /** The seats that were absent in each round; empty if nobody was. */
  idle?: Array<Array<number>>;
};

/** `GET /contests/{contest}`: a contest with its standings and games. */
export type ContestBody = {
  /** Its id. */
  contest: string;
  /** Its title. */
  title: string;
  /** The id of the game. */
  game: string;
  /** All the game's options. */
  options: GameData;
  /** What the game calls its seats. */
  seats: Array<string>;
  /** The format: `round-robin`, `gauntlet`, `swiss`, `knockout` or `royale`. */
  format: string;
  /** Games of each pairing, or of each table where more than two play. */
  games_each: number;
  /** How time is kept. */
  clock: Clock;
  /** The player who started it. */
  maker: PlayerView;
  /** When it was started. */
  created: number;
  /** When it ended. */
  ended: number | null;
  /** Whether it is played. */
  state: ContestState;
  /** Why it was interrupted, in a sentence. */
  why: string | null;
  /** How many games count so far. */
  played: number;
  /** How many games there are. */
  planned: number;
  /** The entrants. Other fields name them by their place in this list. */
  entrants: Array<ContestEntrant>;
  /** The names of the leaders. */
  leaders: Array<string>;
  /** The entrants, best first. */
  standings: Array<StandingsRow>;
  /** `crosstable[a][b]` says how entrant `a` did against entrant `b`. */
  crosstable: Array<Array<Duel>>;
  /** What the first seat is worth, where two play. */
  first_seat: Estimate | null;
  /** What was decided without a game. */
  notes: Array<ContestNote>;
  /** The games that were begun. */
  games: Array<ContestGame>;
};

/** An entrant of a contest. */
export type ContestEntrant = {
  /** The name, different from all others in the contest. */
  name: string;
  /** The computer it is. */
  computer?: string | null;
  /** The public id of the program it is. */
  player?: string | null;
  /** Whether it is a connected program. */
  program?: boolean;
};

/** A game of a contest. */
export type ContestGame = {
  /** Its number, from 1. */
  game: number;
  /** The entrants by seat. */
  seating: Array<number>;
  /** Its table. */
  table: string | null;
  /** Whether it is played. */
  state: ContestGameState;
  /** The places by seat. */
  places?: Array<number>;
  /** The points by seat. */
  points?: Array<number>;
  /** What went wrong by seat. */
  verdicts?: Array<string | null>;
  /** Why the game ended. */
  reason?: string;
  /** How many steps were made. */
  steps?: number;
};

/** How far a game of a contest has come. */
export type ContestGameState =
  /** It is played. */
  | "running"
  /** It is over. */
  | "finished"
  /** It was not played, because an entrant was set aside. */
  | "forfeit"
  /** It broke off with the contest. */
  | "stopped";

/** Something that was decided without a game. */
export type ContestNote =
  /** An entrant had no opponent in a round. */
  | {
    /** The round, from 0. */
    round: number;
    /** The entrant. */
    bye: number;
    /** The points it got. */
    points: number;
  }
  /** A tie was broken. */
  | {
    /** The round, from 0. */
    round: number;
    /** The entrant that went on. */
    winner: number;
    /** The other one. */
    loser: number;
    /** What broke the tie. */
    by: string;
  }
  /** An entrant failed again and again and was set aside. */
  | {
    /** The entrant. */
    set_aside: number;
    /** The game after which it was, counted from 0. */
    after: number;
    /** What was wrong in that game. */
    verdict: string;
    /** Details. */
    detail: string | null;
  };

/** How strong an entrant is. */
export type ContestRating = {
  /** The figure. */
  elo: number;
  /** Where the interval begins. */
  low: number;
  /** Where it ends. */
  high: number;
  /** Glicko-2, where two play. */
  glicko2?: Glicko2 | null;
  /** Weng-Lin, where more play. */
  weng_lin?: WengLin | null;
};

/** A contest in the list. */
export type ContestRow = {
  /** Its id. */
  contest: string;
  /** Its title. */
  title: string;
  /** The id of the game. */
  game: string;
  /** All the game's options. */
  options: GameData;
  /** What the game calls its seats. */
  seats: Array<string>;
  /** The format: `round-robin`, `gauntlet`, `swiss`, `knockout` or `royale`. */
  format: string;
  /** Games of each pairing, or of each table where more than two play. */
  games_each: number;
  /** How time is kept. */
  clock: Clock;
  /** The player who started it. */
  maker: PlayerView;
  /** When it was started. */
  created: number;
  /** When it ended. */
  ended: number | null;
  /** Whether it is played. */
  state: ContestState;
  /** Why it was interrupted, in a sentence. */
  why: string | null;
  /** How many games count so far. */
  played: number;
  /** How many games there are. */
  planned: number;
  /** The entrants. Other fields name them by their place in this list. */
  entrants: Array<ContestEntrant>;
  /** The names of the leaders. */
  leaders: Array<string>;
};

/** How far a contest has come. */
export type ContestState =
  /** It is played. */
  | "running"
  /** All games were played. */
  | "finished"
  /** Its maker stopped it. */
  | "stopped"
  /** It broke off: the hall went down, or a game could not be played. */
  | "interrupted";

/** `GET /contests`. */
export type ContestsBody = {
  /** The contests, newest first. */
  contests: Array<ContestRow>;
};

/** The coordinates of a square. */
export type Coordinates = {
  /** The column, from 0. */
  x: number;
  /** The row, from 0. */
  y: number;
};

/** A direction in Game 17. */
export type Direction =
  /** North. */
  | "n"
  /** East. */
  | "e"
  /** South. */
  | "s"
  /** West. */
  | "w";

/** A seat that dropped out. */
export type Dropped = {
  /** The seat. */
  seat: number;
  /** The reason: `resigned`, `abandoned`, or the verdict on a program. */
  reason: string;
  /** Details. */
  detail?: string;
  /** Whether it can take part again: it was only absent. */
  may_return?: boolean;
};

/** How many games were won, drawn and lost. */
export type Duel = {
  /** Won. */
  won: number;
  /** Drawn, or ended in the same place. */
  drawn: number;
  /** Lost. */
  lost: number;
};

/** What a computer's search did. */
export type Effort = {
  /** How many moves ahead it looked. */
  depth: number;
  /** The states it visited. */
  states: number;
  /** The time it took, in milliseconds. */
  ms: number;
};

/** How a game ended on the board. */
export type EndingView = {
  /** The reason in the game's own words. */
  reason: string;
  /** The winners. */
  winners: Array<number>;
  /** The places of all seats where there are more than two. */
  places?: Array<number> | null;
};

/** An entrant you ask for. */
export type Entry =
  /** A computer, by name. */
  | string
  /** A connected program. */
  | {
    /** Its public id. */
    player: string;
  };

/** A figure in Elo points with its 95 % interval. */
export type Estimate = {
  /** The figure. */
  elo: number;
  /** Where the interval begins. */
  low: number;
  /** Where it ends. */
  high: number;
};

/** How a game ended. */
export type Finish = {
  /** The reason in the game's own words, or `resigned`, `time`, `abandoned`, `agreed`, `claimed`, `aborted`, or the verdict on a program. */
  reason: string;
  /** The winners. */
  winners: Array<number>;
  /** The places of all seats where there are more than two. */
  places?: Array<number> | null;
  /** Details. */
  detail?: string;
  /** Whether the game ended on the board, by its rules. */
  on_board: boolean;
  /** The seed behind all draws, now that it may be known. */
  seed: string;
};

/** How a game in the list of tables ended. */
export type FinishRow = {
  /** The reason. */
  reason: string;
  /** The winners. */
  winners: Array<number>;
  /** The places of all seats where there are more than two. */
  places: Array<number> | null;
};

/** The id of Game 17. */
export type Game17Id =
  /** `game17` */
  | "game17";

/** A request in Game 17. */
export type Game17Request = {
  /** Always `game17`. */
  game: Game17Id;
  /** Your owner number. */
  owner: number;
  /** The rounds after this one. */
  rounds_left: number;
  /** All rounds. */
  num_rounds: number;
  /** The owners in the order of their turns. */
  turn_order: Array<number>;
  /** The owner of each square, row by row. */
  owners: Array<Array<number>>;
  /** The pieces on each square, row by row. */
  numbers: Array<Array<number>>;
  /** The turn, from 0. */
  turn: number;
  /** What is left on your clock. */
  clock_ms: number | null;
};

/** JSON in the form of one game: its options, a state, a draw, what a step did, a bot's answer. `catalog` writes and reads it; everyone else passes it on. */
export type GameData = unknown;

/** A game the hall offers. */
export type GameInfo = {
  /** Its id. */
  game: string;
  /** Its name. */
  name: string;
  /** What it is, in a sentence. */
  what: string;
  /** Its options. */
  options: Array<OptionInfo>;
  /** All options with their defaults. */
  usual: GameData | null;
  /** How many seats it has with these. */
  seats: number | null;
  /** The computers that play it. */
  computers: Array<string>;
};

/** The game as it stands. */
export type GameView = {
  /** The id of the game. */
  game: string;
  /** How many seats it has. */
  seats: number;
  /** Your seat. */
  viewer: number | null;
  /** The seats that are to act. */
  to_act: Array<number>;
  /** How the game ended on the board. */
  ending: EndingView | null;
  /** The state in the game's own form. */
  state: GameData;
};

/** `GET /games`: what the hall offers. */
export type GamesBody = {
  /** The games. */
  games: Array<GameInfo>;
  /** The names of the leaderboards. */
  leaderboards: Array<string>;
};

/** The figures of Glicko-2. */
export type Glicko2 = {
  /** The rating; it starts at 1500. */
  rating: number;
  /** How uncertain it is. */
  deviation: number;
  /** How much it varies. */
  volatility: number;
};

/** `GET /guests`: the other people at this browser. */
export type GuestsBody = {
  /** Each with their token. */
  guests: Array<IdentityBody>;
};

/** A person or program as the hall knows them, 32 hexadecimal digits. Seats belong to identities. Tables never show them: viewers see `Member` numbers. */
export type Identity = string;

/** Who you are. */
export type IdentityBody = {
  /** The public id. */
  player: string;
  /** The name. */
  name: string;
  /** Whether it is a program. */
  program: boolean;
  /** The secret that proves it, for programs and guests. Shown once. */
  token?: string | null;
};

/** A step of a game, and what the engine thought before it. */
export type JudgedStep = {
  /** The number of the step, from 1. */
  step: number;
  /** The moves that were made, by seat. */
  played: Array<[number, string]>;
  /** Of two seats: the chance of seat 0 to win, before the step. */
  chance_of_seat_0: number | null;
  /** What the engine would have done, one opinion for each seat to act. */
  opinions: Array<Opinion>;
};

/** A whole game, judged. */
export type Judgement = {
  /** The id of the game. */
  game: string;
  /** Every step at which a seat chose. */
  steps: Array<JudgedStep>;
  /** Of two seats: the result of seat 0, 1 for a win. */
  end: number | null;
  /** The step that changed the chance of seat 0 most. */
  turned: Turn | null;
};

/** What stands behind the question mark where a table is read. */
export type KeyQuery = {
  /** The key of a private table, for those not at it. */
  key?: string | null;
};

/** A row of a leaderboard. */
export type Leader = {
  /** The value that ranks players: what they are worth at least, most likely. */
  value: number;
  /** How many games count. */
  games: number;
  /** The player's public id. */
  player: string;
  /** The player's name. */
  name: string;
  /** Whether it is a program, if that is known. */
  program: boolean | null;
} & (
  /** Glicko-2, for games of two. */
  | {
    system: "glicko-2";
    /** The rating. */
    rating: number;
    /** How uncertain it is. */
    deviation: number;
    /** How much it varies. */
    volatility: number;
  }
  /** Weng-Lin, for games of more. */
  | {
    system: "weng-lin";
    /** The rating. */
    rating: number;
    /** How uncertain it is. */
    uncertainty: number;
  });

/** `GET /leaderboards/{board}`. */
export type LeaderboardBody = {
  /** Its name. */
  leaderboard: string;
  /** The best first. */
  players: Array<Leader>;
};

/** What stands behind the question mark of `GET /leaderboards/{board}`. */
export type LeaderboardQuery = {
  /** Only players with this many games. */
  least_games?: number | null;
  /** Leaves out this many of the best. */
  skip?: number | null;
  /** How many, up to 100; 50 if left out. */
  limit?: number | null;
};

/** A line of play. */
export type Line = {
  /** Its worth for the seat that is to move. */
  score: Score;
  /** The moves in the game's notation. */
  moves: Array<string>;
};

/** Where a table is listed. */
export type ListPhase =
  /** Seats are taken. */
  | "open"
  /** The game is played. */
  | "running"
  /** The game is over. */
  | "finished";

/** A step of the game. */
export type Made =
  /** All seats that had to choose have chosen. */
  | {
    act: Act;
  }
  /** What was drawn. */
  | {
    draw: GameData;
  };

/** Pairs of moves and their worth. */
export type Matrix = {
  /** The moves of the seat. */
  mine: Array<string>;
  /** The moves of the others. */
  theirs: Array<string>;
  /** The chance to win, `worth[mine][theirs]`. */
  worth: Array<Array<number>>;
};

/** The number of a person at one table, in order of arrival. It says nothing about who they are and gives no rights. */
export type Member = number;

/** A person at the table as others see them. */
export type MemberView = {
  /** Their number here. */
  member: Member;
  /** Their name. */
  name: string;
  /** Whether they are a program. */
  program: boolean;
  /** Since when they are not connected. */
  away_since?: number | null;
};

/** A move on a board. */
export type MoveAnswer = {
  /** From this square. */
  from: Coordinates;
  /** To this square. */
  to: Coordinates;
  /** How many pieces, in Combo. */
  piece_count?: number | null;
};

/** `GET /tables/{table}/moves`: the legal moves. */
export type MovesBody = {
  /** The turn. */
  turn: number;
  /** The seats that are to act. */
  seats: Array<SeatMoves>;
};

/** `POST /challenges`. */
export type NewChallenge = {
  /** The player you challenge. */
  player: string;
  /** The table to make. */
  table: NewTable;
};

/** `POST /tables/{table}/commands`. The reply is an `Answer`. */
export type NewCommand = {
  /** A new id for every new request. */
  id: number;
  /** The request. */
  request: Request;
};

/** `POST /contests`: the contest to start. */
export type NewContest = {
  /** The id of the game. */
  game: string;
  /** The game's options; those left out have their defaults. */
  options?: GameData;
  /** The entrants. */
  entrants: Array<Entry>;
  /** The format: `round-robin`, `gauntlet`, `swiss`, `knockout` or `royale`. If left out, `round-robin` where two play and `royale` where more do. */
  format?: string | null;
  /** Games of each pairing, or of each table where more than two play. */
  games?: number | null;
  /** Rounds of a Swiss contest, or how often everybody sits down in a royale. */
  rounds?: number | null;
  /** How time is kept. */
  clock?: Clock | null;
  /** The contest's title; the game's name if left out. */
  title?: string;
};

/** `POST /identity` and `PUT /identity`: who you want to be. */
export type NewIdentity = {
  /** Your name; the hall makes one up if there is none. */
  name?: string | null;
  /** Whether you are a program. Programs get a token instead of a cookie. */
  program?: boolean;
  /** The name of another person at the same browser. Only in a hall that runs in a browser. */
  guest?: string | null;
};

/** The body that makes a table. */
export type NewTable = {
  /** The id of the game. */
  game: string;
  /** The game's options; those left out have their defaults. */
  options?: GameData;
  /** The table's title. */
  title?: string;
  /** How time is kept. */
  clock?: Clock;
  /** Whether the table is unlisted and needs its link. */
  private?: boolean;
  /** Your seat. */
  seat?: number | null;
  /** Computers on seats, by name; null or left out means an empty seat. */
  computers?: Array<string | null>;
  /** The computer that takes the seats still empty at the start. */
  fill?: string | null;
  /** When observers may chat. */
  observer_chat?: ObserverChat;
  /** Whether others see which seats have sealed a move. */
  show_entered?: boolean;
  /** Whether moves may be taken back. */
  takebacks?: boolean | null;
  /** The most time credited for lag, per move. */
  lag_credit_ms?: number | null;
  /** How long the game waits for a player who is not connected. */
  away_ms?: number | null;
  /** Without a clock: how long a player must be gone before others can claim. */
  claim_after_ms?: number | null;
};

/** The reply to a table that was made. */
export type NewTableBody = {
  /** Its id. */
  table: string;
  /** Its key, if it is private. */
  key: string | null;
  /** Its link. */
  link: string;
};

/** When observers may chat. */
export type ObserverChat =
  /** At any time. */
  | "always"
  /** Before and after the game. */
  | "not-during"
  /** Never. */
  | "never";

/** What you can offer. */
export type OfferKind =
  /** A draw. */
  | "draw"
  /** A takeback: to before your last move, or to before the last turn where everyone moves at once. */
  | "takeback"
  /** Another game with sides changed. */
  | "rematch";

/** An open offer. */
export type OfferView = {
  /** Its number. */
  offer: number;
  /** The offer. */
  what: OfferKind;
  /** The seat that offers. */
  seat: number;
  /** The seats that have accepted. */
  accepted: Array<number>;
};

/** What an engine would do and why. */
export type Opinion = {
  /** The seat. */
  seat: number;
  /** The move it would make. */
  action: string;
  /** How many moves ahead it looked. */
  depth: number;
  /** The states it visited. */
  states: number;
  /** The time it took, in seconds. */
  seconds: number;
  /** How full its table of known states was, from 0 to 1. */
  table_fill: number;
  /** The best lines, best first. */
  lines: Array<Line>;
  /** Where seats choose at once: the moves of its mixed strategy, each with its probability. */
  strategy: Array<[string, number]>;
  /** Where seats choose at once: the leading moves against each other. */
  matrix: Matrix | null;
};

/** An option of a game. */
export type OptionInfo = {
  /** Its name. */
  name: string;
  /** The values it takes. */
  values: OptionValues;
  /** What it does, in a sentence. */
  what: string;
};

/** One value of an option. */
export type OptionValue =
  /** On or off. */
  | boolean
  /** A number. */
  | number
  /** A word. */
  | string;

/** The values an option takes. Several fields may be given: any of them fits. */
export type OptionValues = {
  /** The lowest number. */
  low?: number | null;
  /** The highest number. */
  high?: number | null;
  /** One of these. */
  one_of?: Array<OptionValue> | null;
  /** A position in the game's notation. */
  position?: boolean;
  /** The seats that own this many corners. */
  corners?: number | null;
};

/** A message of the page. `token` names a guest who acts; without it the owner of the browser acts. */
export type PageMessage =
  /** Open the hall. Comes first. */
  | {
    role: "open";
    /** The text that was saved last. */
    saved?: string | null;
  }
  /** Connect, as a WebSocket is opened. */
  | {
    role: "connect";
    /** The guest. */
    as?: string | null;
  }
  /** A message to the hall. */
  | {
    role: "hall";
    /** The guest. */
    as?: string | null;
    /** A `ClientMessage`. */
    text: string;
  }
  /** A request, as over HTTP. */
  | {
    role: "request";
    /** Names it. */
    id: RequestId;
    /** The guest. */
    as?: string | null;
    /** `GET`, `POST` and so on. */
    method: string;
    /** The path after `/api/v1`, with what follows the question mark. */
    path: string;
    /** The body. */
    body?: Body | null;
  }
  /** Save now. */
  | {
    role: "save";
  }
  /** A computer is to think. */
  | {
    role: "question";
    /** The question. */
    question: Question;
  }
  /** A computer has thought. */
  | {
    role: "thought";
    /** The answer. */
    thought: Thought;
  }
  /** The worker in which computers think is gone. */
  | {
    role: "thinker-lost";
  }
  /** Judge every step of a record. */
  | {
    role: "analyse";
    /** Names the request. */
    id: RequestId;
    /** The record. */
    record: Record;
    /** The engine, by its name alone. */
    engine?: string;
    /** The time for each position, in milliseconds. */
    ms?: number;
    /** How many of the best moves to follow, where the engine can do that. */
    lines?: number;
  }
  /** Judge a position. */
  | {
    role: "position";
    /** Names the request. */
    id: RequestId;
    /** The id of the game. */
    game: string;
    /** The game's options. */
    options?: GameData;
    /** The position; the start if left out. */
    position?: Position | null;
    /** The engine, by its name alone. */
    engine?: string;
    /** The time for each position, in milliseconds. */
    ms?: number;
    /** How many of the best moves to follow, where the engine can do that. */
    lines?: number;
  }
  /** Check a record. */
  | {
    role: "verify";
    /** Names the request. */
    id: RequestId;
    /** The record. */
    record: Record;
  }
  /** Draw the board of a record. */
  | {
    role: "svg";
    /** Names the request. */
    id: RequestId;
    /** The record. */
    record: Record;
    /** After this many steps; all if left out. */
    step?: number | null;
    /** How it looks. */
    theme?: Theme;
  }
  /** Draw a whole record as an animation. */
  | {
    role: "gif";
    /** Names the request. */
    id: RequestId;
    /** The record. */
    record: Record;
    /** How it looks. */
    theme?: Theme;
    /** Its width in pixels. */
    width?: number | null;
  };

/** When in the life of a table. */
export type Phase =
  /** Before the game: seats are taken. */
  | "lobby"
  /** The game is played. */
  | "playing"
  /** The game is over. */
  | "over";

/** `GET /players/{player}`. */
export type PlayerBody = {
  /** The public id. */
  player: string;
  /** The name. */
  name: string;
  /** Whether it is a program. */
  program: boolean;
  /** Since when the hall knows them. */
  since: number;
  /** Whether they are connected. */
  connected: boolean;
  /** Their ratings by leaderboard. */
  ratings: { [key: string]: RatingView };
};

/** What kind of player played. */
export type PlayerKind =
  /** A person. */
  | "person"
  /** A program of somebody. */
  | "program"
  /** A computer of the hall. */
  | "built-in";

/** A player as others may know them. The id gives no rights. */
export type PlayerView = {
  /** The public id. */
  player: string;
  /** The name. */
  name: string;
  /** Whether it is a program. */
  program: boolean;
};

/** A position to analyse. */
export type Position =
  /** In the game's notation. */
  | string
  /** A state in the game's own form, as in a table's view. */
  | GameData;

/** A change that all see alike, and that is in the log of the table as it is here. */
export type PublicChange =
  /** A person left. */
  | {
    type: "left";
    /** The person. */
    member: Member;
  }
  /** A person took a seat. */
  | {
    type: "seated";
    /** The seat. */
    seat: number;
    /** The person. */
    member: Member;
  }
  /** A computer was put on a seat. */
  | {
    type: "computer-seated";
    /** The seat. */
    seat: number;
    /** The computer's name. */
    player: string;
  }
  /** A seat became empty. */
  | {
    type: "freed";
    /** The seat. */
    seat: number;
  }
  /** Corners were chosen. */
  | {
    type: "corners";
    /** The seats that own the corners. */
    corners: [number, number, number, number];
  }
  /** A player is ready, or not any more. */
  | {
    type: "ready";
    /** The seat. */
    seat: number;
    /** Whether they are ready. */
    ready: boolean;
  }
  /** The game began. */
  | {
    type: "started";
    /** The computer that took the empty seats. */
    fill?: string | null;
  }
  /** A connection came or went. */
  | {
    type: "present";
    /** The person. */
    member: Member;
    /** Whether they are connected. */
    present: boolean;
  }
  /** A line of chat. */
  | {
    type: "said";
    /** The speaker. */
    member: Member;
    /** The line. */
    text: string;
  }
  /** A seat sealed a move in this round. */
  | {
    type: "entered";
    /** The seat. */
    seat: number;
    /** The time it took. */
    ms: number;
  }
  /** The game went on; sealed moves are revealed. */
  | {
    type: "stepped";
    /** All that was chosen and drawn, in order. */
    made: Array<Made>;
  }
  /** Something was offered. */
  | {
    type: "offered";
    /** The offer's number. */
    offer: number;
    /** The offer. */
    what: OfferKind;
    /** The seat that offers. */
    seat: number;
  }
  /** A seat accepted an offer. */
  | {
    type: "accepted";
    /** The offer's number. */
    offer: number;
    /** The seat. */
    seat: number;
  }
  /** A seat declined an offer or took its own back. */
  | {
    type: "declined";
    /** The offer's number. */
    offer: number;
    /** The seat. */
    seat: number;
  }
  /** Moves were taken back. */
  | {
    type: "taken-back";
    /** How many steps of the game remain. */
    steps: number;
    /** The seat that asked. */
    seat: number;
    /** The game as it stands again. Missing in logs of version 0.1. */
    state?: GameData | null;
    /** The conflict that is being entered again. */
    conflict?: ConflictView | null;
  }
  /** A seat claimed against players who are gone. */
  | {
    type: "claimed";
    /** The seat. */
    seat: number;
  }
  /** A seat dropped out; the game may go on without it. */
  | Dropped & {
    type: "dropped";
  }
  /** A seat takes part again. */
  | {
    type: "returned";
    /** The seat. */
    seat: number;
  }
  /** The hall was down and went on. */
  | {
    type: "resumed";
    /** How long it was down. */
    down_ms: number;
  }
  /** The game ended. */
  | {
    type: "ended";
    /** How. */
    finish: Finish;
  }
  /** The table of the next game. */
  | {
    type: "next";
    /** Its id. */
    table: string;
  };

/** A computer is to move. The question holds all that is needed to answer it, so it can be answered anywhere. */
export type Question = {
  /** Its number, which the answer carries. */
  question: number;
  /** The table. */
  table: string;
  /** The id of the game. */
  game: string;
  /** The game's options. */
  options: GameData;
  /** The state of the game. */
  state: GameData;
  /** The seat to move. */
  seat: number;
  /** The turn. */
  turn: number;
  /** The computer's name. */
  player: string;
  /** What is left on its clock. */
  left_ms?: number | null;
  /** The seed of its dice. It is below 2^53, so that JavaScript can hold it. */
  seed: number;
};

/** A rating. */
export type RatingView = {
  /** The value that ranks players: what they are worth at least, most likely. */
  value: number;
  /** How many games count. */
  games: number;
} & (
  /** Glicko-2, for games of two. */
  | {
    system: "glicko-2";
    /** The rating. */
    rating: number;
    /** How uncertain it is. */
    deviation: number;
    /** How much it varies. */
    volatility: number;
  }
  /** Weng-Lin, for games of more. */
  | {
    system: "weng-lin";
    /** The rating. */
    rating: number;
    /** How uncertain it is. */
    uncertainty: number;
  });

/** A recorded game. The crate `record` seals it with hashes and checks it. */
export type Record = {
  /** The version of the games' rules. */
  rules: number;
  /** The id of the game. */
  game: string;
  /** All its options. */
  options: GameData;
  /** The players by seat; nothing if the seat was empty. */
  players: Array<RecordPlayer | null>;
  /** What all draws follow from; nothing while the game is not over. */
  seed?: string | null;
  /** How many steps at the beginning were not the players' choice. */
  opening: number;
  /** What was chosen and drawn. */
  steps: Array<RecordStep>;
  /** How the game ended; nothing if it did not. */
  ending?: EndingView | null;
  /** The seats that failed or left. */
  verdicts: Array<RecordVerdict>;
  /** The hash of everything in the record; empty before it is sealed. */
  hash: string;
  /** The name of the format. */
  format: "taflhalla-record";
  /** The version of the format. */
  version: 1;
} & (
  /** At a table of a hall. */
  | {
    /** How time was kept. */
    clock: Clock;
    /** The hash of the seed. */
    commitment: string;
    /** How often moves were taken back. */
    takebacks: number;
    /** Whether the rules ended the game, and not those who played it; nothing while it is not over. */
    on_board?: boolean | null;
  }
  /** In a match or a contest. */
  | {
    /** The clock of every seat, such as `5m` or `100ms/move+10s`. */
    clock?: string | null;
    /** What each seat spent. */
    seats: Array<SeatEffort>;
  });

/** A player of a recorded game. */
export type RecordPlayer = {
  /** The name. */
  name: string;
  /** The kind, if it is known. */
  kind?: PlayerKind | null;
  /** In contests: the sandbox of a program, and `null` for built-in players. */
  sandbox?: string | null;
};

/** A step of a recorded game. */
export type RecordStep =
  /** Something was drawn. */
  | {
    /** The draw. */
    draw: GameData;
    /** The hash of all up to here; empty before the record is sealed. */
    hash?: string;
  }
  /** Seats chose. */
  | {
    /** The move of each seat that had to choose. */
    act: Array<[number, string]>;
    /** The microseconds each of them took. */
    us?: Array<number>;
    /** The credit for lag of each, where there was some. */
    lag_ms?: Array<number>;
    /** The seats that were absent, if any. */
    idle?: Array<number>;
    /** The hash of all up to here; empty before the record is sealed. */
    hash?: string;
  };

/** A seat that failed in a recorded game, or left it. */
export type RecordVerdict = {
  /** The seat. */
  seat: number;
  /** The reason, in a word. */
  verdict: string;
  /** Details. */
  detail?: string;
  /** In contests: how many steps were made before. */
  after?: number | null;
};

/** Why a request was refused. */
export type RefusalBody = {
  /** A code for programs. */
  code: string;
  /** A sentence for people. */
  reason: string;
};

/** `PATCH /identity`. */
export type Rename = {
  /** The new name. */
  name: string;
};

/** A request to a table. */
export type Request =
  /** Come to the table, at first as an observer. */
  | {
    do: "join";
    /** Your name. A hall that knows you fills it in. */
    name?: string;
    /** Whether you are a program. */
    program?: boolean;
    /** The key from the link of a private table. */
    key?: string | null;
  }
  /** Leave the table. */
  | {
    do: "leave";
  }
  /** Take a seat. */
  | {
    do: "sit";
    /** The seat. */
    seat: number;
  }
  /** Leave your seat and observe. */
  | {
    do: "stand";
  }
  /** Put a built-in player on a seat. For the creator. */
  | {
    do: "seat-computer";
    /** The seat. */
    seat: number;
    /** The player's name. */
    player: string;
  }
  /** Empty a seat. For the creator. */
  | {
    do: "unseat";
    /** The seat. */
    seat: number;
  }
  /** Choose a corner in Automatafl: 0 to 3 for (0,0), (max,0), (max,max), (0,max). */
  | {
    do: "corner";
    /** The corner. */
    corner: number;
  }
  /** Say that you are ready, or not any more. The game begins when all seats are taken and everyone is ready. */
  | {
    do: "ready";
    /** Whether you are ready. */
    ready: boolean;
  }
  /** Start, with a built-in player on every empty seat. For the creator. */
  | {
    do: "start";
  }
  /** Chat. */
  | {
    do: "chat";
    /** The line. */
    text: string;
  }
  /** Move; where several seats choose at once, seal a move or change it. */
  | {
    do: "move";
    /** The turn the move is for. */
    turn: number;
    /** The move in the game's notation. */
    action: string;
  }
  /** Take back a sealed move. */
  | {
    do: "withdraw";
    /** The turn it was for. */
    turn: number;
  }
  /** Resign. */
  | {
    do: "resign";
  }
  /** Offer a draw, a takeback or a rematch. */
  | {
    do: "offer";
    /** The offer. */
    what: OfferKind;
  }
  /** Accept an offer. */
  | {
    do: "accept";
    /** Its number. */
    offer: number;
  }
  /** Decline an offer, or take back your own. */
  | {
    do: "decline";
    /** Its number. */
    offer: number;
  }
  /** Go on without players who have been gone for long, where no clock runs. */
  | {
    do: "claim";
  }
  /** Play again after the table went on without you. */
  | {
    do: "return";
  }
  /** A deadline has come. From the clock only. */
  | {
    do: "tick";
  }
  /** A connection came or went. From the hall only. */
  | {
    do: "present";
    /** The person. */
    who: Identity;
    /** Whether they are connected. */
    present: boolean;
  }
  /** The hall was down and goes on. From the hall only. */
  | {
    do: "resumed";
    /** How long it was down. Clocks stood still. */
    down_ms: number;
  }
  /** A program failed or broke the rules. From the hall only. */
  | {
    do: "forfeit";
    /** Its seat. */
    seat: number;
    /** The verdict: `crashed`, `illegal`, `protocol`. */
    verdict: string;
    /** Details. */
    detail?: string;
  }
  /** End the game without a result. From the hall only. */
  | {
    do: "abort";
    /** The reason. */
    detail: string;
  }
  /** The table of the next game is ready. From the hall only. */
  | {
    do: "next";
    /** Its id. */
    table: string;
  };

/** Names a request, so that its replies can be told apart. */
export type RequestId =
  /** A number. */
  | number
  /** A word. */
  | string;

/** The worth of a line. */
export type Score =
  /** Better above 0; a hundred is about a piece. */
  | {
    points: number;
  }
  /** The chance to win, from 0 to 1. */
  | {
    chance: number;
  }
  /** A win in this many moves. */
  | {
    win_in: number;
  }
  /** A loss in this many moves. */
  | {
    loss_in: number;
  };

/** How an entrant did on a seat. */
export type SeatDuel = {
  /** Won. */
  won: number;
  /** Drawn, or ended in the same place. */
  drawn: number;
  /** Lost. */
  lost: number;
  /** What the game calls the seat. */
  seat: string;
};

/** What a seat spent on a game of a contest. */
export type SeatEffort = {
  /** Moves it chose. */
  moves?: number;
  /** The time for all of them, in microseconds. */
  us?: number;
  /** The longest time for one move. */
  longest_us?: number;
  /** Processor time, of programs. */
  cpu_us?: number;
  /** The most memory in bytes, of programs. */
  memory?: number;
  /** What was left on its clock. */
  clock_left_us?: number | null;
  /** How many of its turns broke a rule and were void. */
  voided?: number;
  /** The rule that the first of them broke. */
  first_void?: string | null;
  /** The end of what it wrote to standard error. */
  log?: string;
};

/** The legal moves of a seat. */
export type SeatMoves = {
  /** The seat. */
  seat: number;
  /** Its moves, if the game can list them. */
  moves: Array<string> | null;
};

/** A seat in the list of tables. */
export type SeatRow = {
  /** Its number. */
  seat: number;
  /** What the game calls it. */
  called: string;
  /** The computer on it. */
  computer?: string | null;
  /** The name of the person on it. */
  name?: string | null;
  /** Whether that is a program. */
  program?: boolean | null;
  /** The public id of the person on it. */
  player?: string | null;
};

/** A seat. */
export type SeatView = {
  /** Its number. */
  seat: number;
  /** What the game calls it. */
  called: string;
  /** Whether it takes part. */
  standing: Standing;
  /** The computer on it. */
  computer?: string | null;
  /** The person on it. */
  member?: Member | null;
  /** The person's name. */
  name?: string | null;
  /** Whether the person is ready. Only with a person on it. */
  ready?: boolean | null;
  /** Since when the person is not connected. */
  away_since: number | null;
  /** The clock. */
  clock?: ClockView | null;
};

/** A message of the hall. */
export type ServerMessage = {
  /** The version of the protocol. */
  v: 1;
} & (
  /** The first message. */
  | {
    type: "hello";
    /** Who you are, if the hall knows you. */
    you: PlayerView | null;
    /** The hall's time, in which all times of tables are given. */
    now: number;
    /** How often the hall pings. Connect again if you hear nothing for three times as long. */
    ping_ms: number;
  }
  /** Your request was carried out. */
  | {
    type: "ok";
    /** Its id. */
    id: number;
    /** The table of a command. */
    table?: string | null;
    /** The number of the last public event when it was done. */
    seq?: number | null;
    /** The turn when it was done. */
    turn?: number | null;
    /** The hall's time, in reply to a ping. */
    now?: number | null;
  }
  /** Your request was refused, and nothing changed. */
  | {
    type: "refused";
    /** Its id, if it could be read. */
    id: number | null;
    /** A code for programs. */
    code: string;
    /** A sentence for people. */
    reason: string;
  }
  /** A whole table as you may see it. Drop what you knew of it. */
  | {
    type: "table";
    /** The table. */
    table: string;
    /** The hall's time. */
    now: number;
    /** The view. */
    view: TableView;
  }
  /** Something happened at a table you watch. */
  | {
    type: "event";
    /** The table. */
    table: string;
    /** The event. */
    event: TableEvent;
  }
  /** Your bot is to move. */
  | {
    type: "request";
    /** The table. */
    table: string;
    /** The turn to answer with. */
    turn: number;
    /** The line a bot gets on standard input. */
    request: BotRequest;
  }
  /** What a computer's search did for a move that is public now. Its opinion stays its own: that would be advice. */
  | {
    type: "thought";
    /** The table. */
    table: string;
    /** The computer's seat. */
    seat: number;
    /** The turn of the move. */
    turn: number;
    /** The search. */
    thought: Effort;
  }
  /** The hall lost sight of a table: watch it again. */
  | {
    type: "lost";
    /** The table. */
    table: string;
  }
  /** A table of the lobby is new or has changed. */
  | {
    type: "lobby";
    /** The table as it is listed. */
    table: TableRow;
  }
  /** You are challenged. */
  | {
    type: "challenge";
    /** The challenge. */
    challenge: Challenge;
  }
  /** Your challenge was declined. */
  | {
    type: "declined";
    /** The table that was made for it. */
    table: string;
  }
  /** The hall closes the connection. */
  | {
    type: "bye";
    /** A code for programs. */
    code: string;
    /** The reason. */
    reason: string;
  });

/** Whether a seat takes part. */
export type Standing =
  /** It does. */
  | "in"
  /** It was absent for too long; it may return. */
  | "abandoned"
  /** It resigned or forfeited. */
  | "out";

/** An entrant in the standings. */
export type StandingsRow = {
  /** The rank, from 1. Entrants that no tie-break separates share one. */
  rank: number;
  /** The entrant's place in the list of entrants. */
  player: number;
  /** The entrant's name. */
  name: string;
  /** Points: in every game the share of the opponents left behind. */
  points: number;
  /** Games played, forfeits left out. */
  games: number;
  /** Won. */
  won: number;
  /** Drawn, or ended in the same place. */
  drawn: number;
  /** Lost. */
  lost: number;
  /** Games it came first in. */
  firsts: number;
  /** Games it got or lost without playing. */
  forfeits: number;
  /** Rounds without an opponent. */
  byes: number;
  /** Rounds it survived in a knockout. */
  survived: number;
  /** Pieces left in all games that no failure ended. */
  pieces: number;
  /** Time left in all games that no failure ended. Only with a clock. */
  clock_left_ms: number | null;
  /** How it did on each seat. */
  by_seat: Array<SeatDuel>;
  /** How often it failed, by verdict. */
  verdicts: { [key: string]: number };
  /** The game after which it was set aside for failing, counted from 0. */
  set_aside_after: number | null;
  /** Its rating; none before its first game. */
  rating: ContestRating | null;
  /** Moves it made. */
  moves?: number;
  /** The mean time of a move. */
  ms_per_move?: number;
  /** The time of the slowest move. */
  ms_slowest_move?: number;
  /** Processor time, where it was measured. */
  cpu_ms?: number | null;
};

/** `GET /tables/{table}/steps/{step}`: what a step did. */
export type StepBody = {
  /** Its number, from 1. */
  step: number;
  /** The step. */
  made: Made;
  /** What it did, in sentences. */
  text: string;
  /** What it did, in the game's own form. */
  data: GameData;
};

/** `GET /tables/{table}`. */
export type TableBody = {
  /** The hall's time. */
  now: number;
  /** The table as you may see it. */
  view: TableView;
};

/** What one viewer sees of one event. */
export type TableEvent = {
  /** The version of its form. */
  v: number;
  /** The number of the last public event, this one included. Your own sealed moves (`Own`) have no number of their own. */
  seq: number;
  /** When it happened. */
  at: number;
} & (
  /** The table was made. Players seated from the beginning follow as `Joined` and `Seated`. */
  | Terms & {
    type: "created";
  }
  /** A person came. */
  | {
    type: "joined";
    /** Their number here. */
    member: Member;
    /** Their name. */
    name: string;
    /** Whether they are a program. */
    program: boolean;
    /** Since when they are not connected. */
    away_since?: number | null;
    /** Whether it is the viewer. */
    you?: boolean;
  }
  /** Your own sealed move; none when you took it back. */
  | {
    type: "own";
    /** Your seat. */
    seat: number;
    /** The move. */
    action: string | null;
    /** The time it took, after credit for lag. */
    ms?: number | null;
  }
  /** A rematch was agreed. */
  | {
    type: "rematch";
  }
  /** A change that all see alike. */
  | PublicChange);

/** A table as the lobby lists it. */
export type TableRow = {
  /** Its id. */
  table: string;
  /** The id of the game. */
  game: string;
  /** Whether it is open, running or finished. */
  phase: ListPhase;
  /** When it was made. */
  created: number;
  /** When it last changed. */
  updated: number;
  /** Its title. */
  title: string;
  /** The game's options. */
  options: GameData;
  /** How time is kept. */
  clock: Clock;
  /** The computer for empty seats. */
  fill: string | null;
  /** The seats. */
  seats: Array<SeatRow>;
  /** How many steps were made. */
  steps: number;
  /** How the game ended. */
  finish: FinishRow | null;
};

/** A whole table as one viewer may see it. With it you need only the events after number `seq`. */
export type TableView = {
  /** The version of its form. */
  v: number;
  /** The number of the last public event. */
  seq: number;
  /** When that happened. */
  at: number;
  /** Before, during or after the game. */
  phase: Phase;
  /** The turn that commands name. It goes up whenever other seats are to act, or the same ones again. */
  turn: number;
  /** The settings. */
  terms: Terms;
  /** The people here. */
  members: Array<MemberView>;
  /** The person who made the table. */
  creator: Member | null;
  /** The seats in order. */
  seats: Array<SeatView>;
  /** The game as it stands. */
  game: GameView;
  /** How many steps were made. */
  steps: number;
  /** The conflict that is being entered again. */
  conflict: ConflictView | null;
  /** Seats known to have sealed a move, where the table shows it. */
  entered: Array<number>;
  /** Open offers. */
  offers: Array<OfferView>;
  /** The last lines of chat. */
  chat: Array<ChatLine>;
  /** How the game ended. */
  finish: Finish | null;
  /** Whether a rematch was agreed. */
  rematch: boolean;
  /** The table of the next game. */
  next: string | null;
  /** What only you see; nothing if you have not joined. */
  you: You | null;
};

/** `GET /tables`: a page of the list. */
export type TablesBody = {
  /** The tables, newest first. */
  tables: Array<TableRow>;
  /** What to give as `after` for the next page. */
  next: string | null;
};

/** What stands behind the question mark of `GET /tables`. */
export type TablesQuery = {
  /** Which tables; `open` if left out. */
  phase?: string | null;
  /** Only this game. */
  game?: string | null;
  /** The `next` of the page before. */
  after?: string | null;
  /** How many, 1 to 100; 50 if left out. */
  limit?: number | null;
};

/** The settings of a table as everyone may see them. */
export type Terms = {
  /** The id of the game. */
  game: string;
  /** All its options. */
  options: GameData;
  /** The table's title. */
  title: string;
  /** How time is kept. */
  clock: Clock;
  /** Whether you need its link to come. */
  private: boolean;
  /** The computer for empty seats. */
  fill: string | null;
  /** Whether others see which seats have sealed a move. */
  show_entered: boolean;
  /** Whether moves may be taken back. */
  takebacks: boolean;
  /** The most credit for lag per move. */
  lag_credit_ms: number;
  /** How long the game waits for an absent seat. */
  away_ms: number;
  /** How long a player must be gone before you can claim. */
  claim_after_ms: number;
  /** The hash of the seed: BLAKE3 of its 32 bytes. */
  commitment: string;
};

/** How a picture looks. */
export type Theme =
  /** For the day. */
  | "light"
  /** For the night. */
  | "dark";

/** The answer to a `Question`. */
export type Thought = {
  /** The number of the question. */
  question: number;
  /** The table. */
  table: string;
  /** The move in the game's notation. */
  action?: string | null;
  /** Why there is no move. */
  failed?: string | null;
  /** What the search did. */
  thought?: Effort;
};

/** The step at which a game turned. */
export type Turn = {
  /** Its number, from 1. */
  step: number;
  /** By how much it changed the chance of seat 0. */
  swing: number;
};

/** What a check of a record found. */
export type Verdict = {
  /** Whether the record holds. */
  holds: boolean;
  /** The findings in sentences. */
  sentences: Array<string>;
  /** The id of the game. */
  game?: string;
  /** How many steps it has. */
  steps?: number;
  /** How many of them are draws that follow from the seed. */
  draws?: number;
  /** How it ended. */
  ending?: EndingView | null;
  /** The hash of everything in it. */
  hash?: string;
};

/** The figures of Weng and Lin. */
export type WengLin = {
  /** The rating; it starts at 25. */
  rating: number;
  /** How uncertain it is. */
  uncertainty: number;
};

/** A message of the worker. */
export type WorkerMessage =
  /** The hall is open. */
  | {
    role: "opened";
    /** What could not be restored, in sentences. */
    dropped: Array<string>;
  }
  /** A message of the hall. */
  | {
    role: "hall";
    /** The guest it is for. */
    as?: string | null;
    /** A `ServerMessage`. */
    text: string;
  }
  /** The reply to a request. */
  | {
    role: "reply";
    /** The request. */
    id: RequestId;
    /** The HTTP status. */
    status: number;
    /** The body. */
    json: Body;
  }
  /** The hall as a text. Keep the last one. */
  | {
    role: "saved";
    /** The text. */
    text: string;
  }
  /** A computer is to think. */
  | {
    role: "question";
    /** The question. */
    question: Question;
  }
  /** A computer has thought. */
  | {
    role: "thought";
    /** The answer. */
    thought: Thought;
  }
  /** A step was judged; more follows. */
  | {
    role: "judged";
    /** The request. */
    id: RequestId;
    /** How many steps the record has. */
    of: number;
    /** The step. */
    step: JudgedStep;
  }
  /** A record was judged. */
  | {
    role: "analysed";
    /** The request. */
    id: RequestId;
    /** The judgement. */
    judgement: Judgement;
  }
  /** A position was judged. */
  | {
    role: "opinions";
    /** The request. */
    id: RequestId;
    /** One opinion for each seat to act. */
    opinions: Array<Opinion>;
  }
  /** A record was checked. */
  | {
    role: "verdict";
    /** The request. */
    id: RequestId;
    /** The verdict. */
    verdict: Verdict;
  }
  /** A picture of an animation was drawn; more follows. */
  | {
    role: "drawn";
    /** The request. */
    id: RequestId;
    /** How many are done. */
    done: number;
    /** How many there will be. */
    of: number;
  }
  /** A picture. */
  | {
    role: "picture";
    /** The request. */
    id: RequestId;
  } & (
    /** As SVG. */
    | {
      svg: string;
    }
    /** A GIF as a data URL. */
    | {
      gif: string;
    })
  /** A request cannot be carried out. */
  | {
    role: "failed";
    /** The request, if it could be read. */
    id: RequestId | null;
    /** The reason. */
    reason: string;
  }
  /** The worker has ended. */
  | {
    role: "broken";
    /** The reason. */
    reason: string;
  };

/** What only you see. */
export type You = {
  /** Your number. */
  member: Member;
  /** Your seat. */
  seat: number | null;
  /** Whether you made the table. */
  creator: boolean;
  /** Your sealed move. */
  sealed: string | null;
  /** Your own clock, which stops when you seal a move. */
  clock?: ClockView | null;
  /** The key of a private table. */
  key?: string | null;
};
