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

/** The reply to a command that was carried out. */
export type Answer = {
  /** The number of the last public event at that time. */
  seq: number;
  /** The turn at that time. */
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
  /** The time left on your clock. */
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

/** `GET /players`: the players who take challenges. */
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
  /** Whether it is a bot. */
  program: boolean;
  /** The games they take challenges in. */
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

/** The query of `GET /tables/{table}/board.svg`. */
export type BoardQuery = {
  /** The key of a private table, if you are not at the table. */
  key?: string | null;
  /** How many steps are made on the board. The default is all. */
  step?: number | null;
  /** `light` or `dark`. The default is `light`. */
  theme?: string | null;
};

/** The body of a request or reply, on its way to the code that knows its type. */
export type Body = unknown;

/** A bot's answer, which the game checks. */
export type BotAnswer =
  /** Automatafl. */
  | MoveAnswer | null
  /** Combo. */
  | ComboAnswer
  /** Brandub. */
  | MoveAnswer
  /** Game 17. */
  | Array<[[number, number], Direction, number]>;

/** A request to a bot that is to move. */
export type BotRequest =
  /** Automatafl. */
  | AutomataflRequest
  /** Combo. */
  | ComboRequest
  /** Brandub. */
  | BrandubRequest
  /** Game 17. */
  | Game17Request;

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
  /** The time left on your clock. */
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
  /** The table of the challenge. */
  table: string;
  /** The table's key. */
  key: string | null;
  /** The table's link. */
  link: string;
  /** The challenger. */
  from: PlayerView;
  /** When it expires. */
  until: number;
  /** The contest it belongs to. */
  contest?: string | null;
  /** In a contest: the seat you are to take. */
  your_seat?: number | null;
};

/** `GET /challenges`. */
export type ChallengesBody = {
  /** Challenges you received. */
  to_you: Array<Challenge>;
  /** Challenges you sent. */
  by_you: Array<Challenge>;
};

/** A line of chat. */
export type ChatLine = {
  /** When it was written. */
  at: number;
  /** The writer. */
  member: Member;
  /** The writer's name. */
  name: string | null;
  /** The line. */
  text: string;
};

/** A message from a client. */
export type ClientMessage = {
  /** The version, if given. */
  v?: number | null;
  /** Chosen by the client. Every new command to a table needs a new id, across all connections. If you send the same id again, you get the first reply again. */
  id: number;
} & (
  /** Watch a table. */
  | {
    type: "watch";
    /** The table. */
    table: string;
    /** The key of a private table. */
    key?: string | null;
    /** After a break: the number of the last event you saw. */
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
  /** Answer a request to a bot. */
  | {
    type: "answer";
    /** The table. */
    table: string;
    /** The turn of the request. */
    turn: number;
    /** The answer, as a bot writes it to standard output. */
    answer: GameData;
  }
  /** Watch the lobby, or stop watching it. */
  | {
    type: "lobby";
    /** Whether to watch. */
    on: boolean;
  }
  /** Be listed as open to challenges in these games. An empty list takes you off. */
  | {
    type: "available";
    /** The ids of the games. */
    games: Array<string>;
  }
  /** Decline a challenge. */
  | {
    type: "decline";
    /** The table of the challenge. */
    table: string;
  }
  /** Ask for a reply, to see that the connection works. */
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
    /** The time for a move. */
    ms: number;
  }
  /** A total for the whole game, with an increment after every move. */
  | {
    kind: "total";
    /** The total. */
    ms: number;
    /** The increment. */
    increment_ms: number;
  }
  /** Correspondence: days for every move. */
  | {
    kind: "days";
    /** Days for a move. */
    days: number;
  };

/** A clock. */
export type ClockView = {
  /** The time left when it last stopped. */
  left_ms: number;
  /** When it started, if it runs. */
  since: number | null;
  /** The time for a sealed move that is already subtracted from `left_ms`. */
  used_ms?: number | null;
};

/** An answer in Combo. */
export type ComboAnswer = {
  /** From this square. */
  from: Coordinates;
  /** To this square. */
  to: Coordinates;
  /** How many pieces. */
  piece_count: number;
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

/** The conflict of moves in the current turn. */
export type ConflictView = {
  /** The squares in conflict. */
  squares: Array<string>;
  /** The seats that choose again. */
  reenter: Array<number>;
  /** The moves by seat, for each round. */
  rounds: Array<Array<[number, string]>>;
  /** The seats that were absent, for each round; empty if none was. */
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
  /** Games of each pairing, or of each table if more than two play. */
  games_each: number;
  /** How time is kept. */
  clock: Clock;
  /** The player who started it. */
  maker: PlayerView;
  /** When it was started. */
  created: number;
  /** When it ended. */
  ended: number | null;
  /** How far it has come. */
  state: ContestState;
  /** Why it was interrupted, in a sentence. */
  why: string | null;
  /** How many games count so far. */
  played: number;
  /** How many games there are. */
  planned: number;
  /** The entrants. Other fields refer to them by index. */
  entrants: Array<ContestEntrant>;
  /** The names of the entrants in the lead. */
  leaders: Array<string>;
  /** The entrants, best first. */
  standings: Array<StandingsRow>;
  /** `crosstable[a][b]` says how entrant `a` did against entrant `b`. */
  crosstable: Array<Array<Duel>>;
  /** The advantage of the first seat, if two play. */
  first_seat: Estimate | null;
  /** Decisions made without a game. */
  notes: Array<ContestNote>;
  /** The games that have begun. */
  games: Array<ContestGame>;
};

/** An entrant of a contest. */
export type ContestEntrant = {
  /** The name, unique in the contest. */
  name: string;
  /** The computer player's name, if it is one. */
  computer?: string | null;
  /** The bot's public id, if it is one. */
  player?: string | null;
  /** Whether it is a connected bot. */
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
  /** How far it has come. */
  state: ContestGameState;
  /** The places by seat. */
  places?: Array<number>;
  /** The points by seat. */
  points?: Array<number>;
  /** How each seat failed, if it did. */
  verdicts?: Array<string | null>;
  /** Why the game ended. */
  reason?: string;
  /** How many steps were made. */
  steps?: number;
};

/** How far a game of a contest has come. */
export type ContestGameState =
  /** It is being played. */
  | "running"
  /** It is over. */
  | "finished"
  /** It was not played because an entrant was set aside. */
  | "forfeit"
  /** It ended with the contest, without a result. */
  | "stopped";

/** A decision made without a game. */
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
    /** The entrant that advanced. */
    winner: number;
    /** The entrant that did not. */
    loser: number;
    /** What broke the tie. */
    by: string;
  }
  /** An entrant failed repeatedly and was set aside. */
  | {
    /** The entrant. */
    set_aside: number;
    /** The index of the game after which it was set aside. */
    after: number;
    /** How it failed in that game. */
    verdict: string;
    /** Details. */
    detail: string | null;
  };

/** How strong an entrant is. */
export type ContestRating = {
  /** The difference. */
  elo: number;
  /** The lower end of the interval. */
  low: number;
  /** The upper end of the interval. */
  high: number;
  /** Glicko-2, if two play. */
  glicko2?: Glicko2 | null;
  /** Weng-Lin, if more than two play. */
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
  /** Games of each pairing, or of each table if more than two play. */
  games_each: number;
  /** How time is kept. */
  clock: Clock;
  /** The player who started it. */
  maker: PlayerView;
  /** When it was started. */
  created: number;
  /** When it ended. */
  ended: number | null;
  /** How far it has come. */
  state: ContestState;
  /** Why it was interrupted, in a sentence. */
  why: string | null;
  /** How many games count so far. */
  played: number;
  /** How many games there are. */
  planned: number;
  /** The entrants. Other fields refer to them by index. */
  entrants: Array<ContestEntrant>;
  /** The names of the entrants in the lead. */
  leaders: Array<string>;
};

/** How far a contest has come. */
export type ContestState =
  /** It is being played. */
  | "running"
  /** All games were played. */
  | "finished"
  /** The player who started it stopped it. */
  | "stopped"
  /** The hall went down, or a game could not be played. */
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
  /** Games won. */
  won: number;
  /** Games drawn, or shared in the same place. */
  drawn: number;
  /** Games lost. */
  lost: number;
};

/** How much a computer player searched. */
export type Effort = {
  /** How many moves ahead it looked. */
  depth: number;
  /** The states it visited. */
  states: number;
  /** The time it took, in milliseconds. */
  ms: number;
};

/** How the rules ended a game. */
export type EndingView = {
  /** The reason in the game's words. */
  reason: string;
  /** The winners. */
  winners: Array<number>;
  /** The places of all seats, if there are more than two. */
  places?: Array<number> | null;
};

/** An entrant you ask for. */
export type Entry =
  /** A computer player, by name. */
  | string
  /** A connected bot. */
  | {
    /** Its public id. */
    player: string;
  };

/** An Elo difference with its 95 % interval. */
export type Estimate = {
  /** The difference. */
  elo: number;
  /** The lower end of the interval. */
  low: number;
  /** The upper end of the interval. */
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
  /** The places of all seats, if there are more than two. */
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
  /** How many rounds follow this one. */
  rounds_left: number;
  /** How many rounds the game has. */
  num_rounds: number;
  /** The owners in the order they move. */
  turn_order: Array<number>;
  /** The owner of each square, row by row. */
  owners: Array<Array<number>>;
  /** The pieces on each square, row by row. */
  numbers: Array<Array<number>>;
  /** The turn, from 0. */
  turn: number;
  /** The time left on your clock. */
  clock_ms: number | null;
};

/** JSON in the form of one game: options, a state, a draw, the effects of a step, a bot's answer. Only `catalog` reads and writes it; all other code passes it on. */
export type GameData = unknown;

/** A game the hall offers. */
export type GameInfo = {
  /** Its id. */
  game: string;
  /** Its name. */
  name: string;
  /** A description in one sentence. */
  what: string;
  /** Its options. */
  options: Array<OptionInfo>;
  /** All options with their defaults. */
  usual: GameData | null;
  /** How many seats it has with these options. */
  seats: number | null;
  /** The computer players that play it. */
  computers: Array<string>;
};

/** The state of a game. */
export type GameView = {
  /** The id of the game. */
  game: string;
  /** How many seats it has. */
  seats: number;
  /** Your seat. */
  viewer: number | null;
  /** The seats to act. */
  to_act: Array<number>;
  /** How the rules ended the game, if they did. */
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
  /** How much the strength fluctuates. */
  volatility: number;
};

/** `GET /guests`: the other people at this browser. */
export type GuestsBody = {
  /** The guests with their tokens. */
  guests: Array<IdentityBody>;
};

/** A person or bot as the hall knows them: 32 hexadecimal digits. Seats belong to identities. Tables never show them; viewers see `Member` numbers. */
export type Identity = string;

/** Who you are. */
export type IdentityBody = {
  /** The public id. */
  player: string;
  /** The name. */
  name: string;
  /** Whether it is a bot. */
  program: boolean;
  /** The secret that proves your identity, for bots and guests. It is shown once. */
  token?: string | null;
};

/** A step of a game and what the engine thought before it. */
export type JudgedStep = {
  /** The number of the step, from 1. */
  step: number;
  /** The moves that were made, by seat. */
  played: Array<[number, string]>;
  /** With two seats: the chance of seat 0 to win, before the step. */
  chance_of_seat_0: number | null;
  /** What the engine would have played: one opinion for each seat to act. */
  opinions: Array<Opinion>;
};

/** A judgement of a whole game. */
export type Judgement = {
  /** The id of the game. */
  game: string;
  /** Every step at which a seat chose. */
  steps: Array<JudgedStep>;
  /** With two seats: the result of seat 0, 1 for a win. */
  end: number | null;
  /** The step that changed the chance of seat 0 most. */
  turned: Turn | null;
};

/** The query of requests that read a table. */
export type KeyQuery = {
  /** The key of a private table, if you are not at the table. */
  key?: string | null;
};

/** A row of a leaderboard. */
export type Leader = {
  /** The number that ranks players: a cautious estimate of their strength. */
  value: number;
  /** How many games it counts. */
  games: number;
  /** The player's public id. */
  player: string;
  /** The player's name. */
  name: string;
  /** Whether it is a bot, if known. */
  program: boolean | null;
} & (
  /** Glicko-2, for games with two players. */
  | {
    system: "glicko-2";
    /** The rating. */
    rating: number;
    /** How uncertain it is. */
    deviation: number;
    /** How much the strength fluctuates. */
    volatility: number;
  }
  /** Weng-Lin, for games with more players. */
  | {
    system: "weng-lin";
    /** The rating. */
    rating: number;
    /** How uncertain it is. */
    uncertainty: number;
  });

/** `GET /leaderboards/{board}`. */
export type LeaderboardBody = {
  /** The leaderboard's name. */
  leaderboard: string;
  /** The players, best first. */
  players: Array<Leader>;
};

/** The query of `GET /leaderboards/{board}`. */
export type LeaderboardQuery = {
  /** Only players with at least this many games. */
  least_games?: number | null;
  /** How many of the best to leave out. */
  skip?: number | null;
  /** How many players, up to 100. The default is 50. */
  limit?: number | null;
};

/** A line of play. */
export type Line = {
  /** Its score for the seat to move. */
  score: Score;
  /** The moves in the game's notation. */
  moves: Array<string>;
};

/** The list that a table is in. */
export type ListPhase =
  /** Players are taking seats. */
  | "open"
  /** The game is being played. */
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

/** Pairs of moves and how good they are. */
export type Matrix = {
  /** The moves of the seat. */
  mine: Array<string>;
  /** The moves of its opponents. */
  theirs: Array<string>;
  /** The seat's chance to win: `worth[mine][theirs]`. */
  worth: Array<Array<number>>;
};

/** The number of a person or bot at one table, in order of arrival. It does not identify them elsewhere and gives no rights. */
export type Member = number;

/** A member as others see them. */
export type MemberView = {
  /** The member's number. */
  member: Member;
  /** The member's name. */
  name: string;
  /** Whether the member is a bot. */
  program: boolean;
  /** When the member's connection was lost, unless they are connected. */
  away_since?: number | null;
};

/** A move on a board. */
export type MoveAnswer = {
  /** From this square. */
  from: Coordinates;
  /** To this square. */
  to: Coordinates;
};

/** `GET /tables/{table}/moves`: the legal moves. */
export type MovesBody = {
  /** The turn. */
  turn: number;
  /** The seats to act. */
  seats: Array<SeatMoves>;
};

/** `POST /challenges`. */
export type NewChallenge = {
  /** The player you challenge. */
  player: string;
  /** The table to make for it. */
  table: NewTable;
};

/** `POST /tables/{table}/commands`. The reply is an `Answer`. */
export type NewCommand = {
  /** A new id for every new command. */
  id: number;
  /** The request. */
  request: Request;
};

/** `POST /contests`: the contest to start. */
export type NewContest = {
  /** The id of the game. */
  game: string;
  /** The game's options. Missing ones have their defaults. */
  options?: GameData;
  /** The entrants. */
  entrants: Array<Entry>;
  /** The format: `round-robin`, `gauntlet`, `swiss`, `knockout` or `royale`. The default is `round-robin` for two players and `royale` for more. */
  format?: string | null;
  /** Games of each pairing, or of each table if more than two play. */
  games?: number | null;
  /** Rounds of a Swiss contest, or how often everyone plays in a royale. */
  rounds?: number | null;
  /** How time is kept. */
  clock?: Clock | null;
  /** The contest's title. The default is the game's name. */
  title?: string;
};

/** `POST /identity` and `PUT /identity`: the identity you want. */
export type NewIdentity = {
  /** Your name. If you give none, the hall makes one up. */
  name?: string | null;
  /** Whether you are a bot. Bots get a token instead of a cookie. */
  program?: boolean;
  /** The name of another person at the same browser, if the hall runs in the browser. */
  guest?: string | null;
};

/** `POST /tables`: the table to make. */
export type NewTable = {
  /** The id of the game. */
  game: string;
  /** The game's options. Missing ones have their defaults. */
  options?: GameData;
  /** The table's title. */
  title?: string;
  /** How time is kept. */
  clock?: Clock;
  /** Whether the table is unlisted and needs its key. */
  private?: boolean;
  /** The seat you take. */
  seat?: number | null;
  /** Computer players by seat. A seat that is null or missing stays empty. */
  computers?: Array<string | null>;
  /** The computer player that takes seats still empty at the start. */
  fill?: string | null;
  /** When observers may chat. */
  observer_chat?: ObserverChat;
  /** Whether others see which seats have sealed a move. */
  show_entered?: boolean;
  /** Whether moves may be taken back. */
  takebacks?: boolean | null;
  /** The most time credited for lag in each move. */
  lag_credit_ms?: number | null;
  /** How long the game waits for a player who is not connected. */
  away_ms?: number | null;
  /** Without a clock: how long a player must be away before others can claim. */
  claim_after_ms?: number | null;
};

/** `POST /tables`: the new table. */
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
  /** A takeback to before your last move, or to before the last turn if everyone moves at once. */
  | "takeback"
  /** Another game with the sides swapped. */
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

/** The move an engine would make, and why. */
export type Opinion = {
  /** The seat it advises. */
  seat: number;
  /** The move it would make. */
  action: string;
  /** How many moves ahead it looked. */
  depth: number;
  /** The states it visited. */
  states: number;
  /** The time it took, in seconds. */
  seconds: number;
  /** How full its transposition table was, from 0 to 1. */
  table_fill: number;
  /** The best lines, best first. */
  lines: Array<Line>;
  /** If several seats choose at once: its mixed strategy, each move with its probability. */
  strategy: Array<[string, number]>;
  /** If several seats choose at once: the leading moves against each other. */
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

/** The value of an option. */
export type OptionValue =
  /** On or off. */
  | boolean
  /** A number. */
  | number
  /** A word. */
  | string;

/** The values an option takes: any value that fits one of these fields. */
export type OptionValues = {
  /** The lowest number. */
  low?: number | null;
  /** The highest number. */
  high?: number | null;
  /** A list of values. */
  one_of?: Array<OptionValue> | null;
  /** A position in the game's notation. */
  position?: boolean;
  /** A list with the corners of each seat, this many. */
  corners?: number | null;
};

/** A message from the page. `token` names a guest who acts; without it, the owner of the browser acts. */
export type PageMessage =
  /** Open the hall. This is the first message. */
  | {
    role: "open";
    /** The last saved text. */
    saved?: string | null;
  }
  /** Connect, like opening a WebSocket. */
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
  /** A request like those over HTTP. */
  | {
    role: "request";
    /** Identifies the request. */
    id: RequestId;
    /** The guest. */
    as?: string | null;
    /** `GET`, `POST` and so on. */
    method: string;
    /** The path after `/api/v1`, with the query. */
    path: string;
    /** The body. */
    body?: Body | null;
  }
  /** Save now. */
  | {
    role: "save";
  }
  /** A computer player is to move. */
  | {
    role: "question";
    /** The question. */
    question: Question;
  }
  /** A computer player has chosen. */
  | {
    role: "thought";
    /** The answer. */
    thought: Thought;
  }
  /** The worker in which computer players think is gone. */
  | {
    role: "thinker-lost";
  }
  /** Judge every step of a record. */
  | {
    role: "analyse";
    /** Identifies the request. */
    id: RequestId;
    /** The record. */
    record: Record;
    /** The engine's name, without limits. */
    engine?: string;
    /** Milliseconds for each position. */
    ms?: number;
    /** How many of the best moves to follow, if the engine can do that. */
    lines?: number;
  }
  /** Judge a position. */
  | {
    role: "position";
    /** Identifies the request. */
    id: RequestId;
    /** The id of the game. */
    game: string;
    /** The game's options. */
    options?: GameData;
    /** The position. The default is the start. */
    position?: Position | null;
    /** The engine's name, without limits. */
    engine?: string;
    /** Milliseconds for each position. */
    ms?: number;
    /** How many of the best moves to follow, if the engine can do that. */
    lines?: number;
  }
  /** Check a record. */
  | {
    role: "verify";
    /** Identifies the request. */
    id: RequestId;
    /** The record. */
    record: Record;
  }
  /** Draw the board of a record. */
  | {
    role: "svg";
    /** Identifies the request. */
    id: RequestId;
    /** The record. */
    record: Record;
    /** After this many steps. The default is all. */
    step?: number | null;
    /** How it looks. */
    theme?: Theme;
  }
  /** Draw a whole record as an animation. */
  | {
    role: "gif";
    /** Identifies the request. */
    id: RequestId;
    /** The record. */
    record: Record;
    /** How it looks. */
    theme?: Theme;
    /** Its width in pixels. */
    width?: number | null;
  };

/** How far a table has come. */
export type Phase =
  /** Before the game: players take seats. */
  | "lobby"
  /** During the game. */
  | "playing"
  /** After the game. */
  | "over";

/** `GET /players/{player}`. */
export type PlayerBody = {
  /** The public id. */
  player: string;
  /** The name. */
  name: string;
  /** Whether it is a bot. */
  program: boolean;
  /** When the hall first met them. */
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
  /** A bot. */
  | "program"
  /** A computer player of the hall. */
  | "built-in";

/** A player as others see them. The id gives no rights. */
export type PlayerView = {
  /** The public id. */
  player: string;
  /** The name. */
  name: string;
  /** Whether it is a bot. */
  program: boolean;
};

/** A position to analyse. */
export type Position =
  /** In the game's notation. */
  | string
  /** A state in the game's own form, as in `GameView::state`. */
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
  /** A seat chose something that the game offers before it begins. */
  | {
    type: "corners";
    /** The seats that own what there is to choose, by number. */
    corners: Array<number>;
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

/** A request to choose a move for a computer player. It holds everything needed to answer it, so it can be answered anywhere. */
export type Question = {
  /** Its number, repeated in the answer. */
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
  /** The computer player's name. */
  player: string;
  /** The time left on its clock. */
  left_ms?: number | null;
  /** The seed of its dice. It is below 2^53 because JavaScript cannot hold larger integers. */
  seed: number;
};

/** A rating. */
export type RatingView = {
  /** The number that ranks players: a cautious estimate of their strength. */
  value: number;
  /** How many games it counts. */
  games: number;
} & (
  /** Glicko-2, for games with two players. */
  | {
    system: "glicko-2";
    /** The rating. */
    rating: number;
    /** How uncertain it is. */
    deviation: number;
    /** How much the strength fluctuates. */
    volatility: number;
  }
  /** Weng-Lin, for games with more players. */
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
  /** The players by seat; none for an empty seat. */
  players: Array<RecordPlayer | null>;
  /** The seed of all draws; none while the game runs. */
  seed?: string | null;
  /** How many steps at the beginning the players did not choose. */
  opening: number;
  /** The moves and draws. */
  steps: Array<RecordStep>;
  /** How the game ended, if it did. */
  ending?: EndingView | null;
  /** The seats that failed or left. */
  verdicts: Array<RecordVerdict>;
  /** The record's hash; empty until it is sealed. */
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
    /** Whether the rules ended the game, rather than a resignation, an agreement or a clock; none while it runs. */
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
  /** The kind, if known. */
  kind?: PlayerKind | null;
  /** In contests: a bot's sandbox, or `null` for a built-in player. */
  sandbox?: string | null;
};

/** A step of a recorded game. */
export type RecordStep =
  /** A chance decision. */
  | {
    /** The draw. */
    draw: GameData;
    /** The hash of everything so far; empty until the record is sealed. */
    hash?: string;
  }
  /** The moves of all seats that had to choose. */
  | {
    /** The moves by seat. */
    act: Array<[number, string]>;
    /** The microseconds each move took. */
    us?: Array<number>;
    /** The credit for lag of each, if any. */
    lag_ms?: Array<number>;
    /** The seats that were absent. */
    idle?: Array<number>;
    /** The hash of everything so far; empty until the record is sealed. */
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
  /** In contests: how many steps came before. */
  after?: number | null;
};

/** Why a request was refused. */
export type RefusalBody = {
  /** A code for programs. */
  code: string;
  /** A sentence for people. */
  reason: string;
  /** The sentence without a language. */
  message?: Sentence | null;
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
    /** Your name. If the hall knows you, it fills this in. */
    name?: string;
    /** Whether you are a bot. */
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
  /** Put a computer player on a seat. Only the creator may. */
  | {
    do: "seat-computer";
    /** The seat. */
    seat: number;
    /** The player's level or engine. */
    player: string;
  }
  /** Empty a seat. Only the creator may. */
  | {
    do: "unseat";
    /** The seat. */
    seat: number;
  }
  /** Choose something that the game offers before it begins, by its number: a corner from 0 to 3 for (0,0), (max,0), (max,max), (0,max). */
  | {
    do: "corner";
    /** The number. */
    corner: number;
  }
  /** Say whether you are ready. The game begins when all seats are taken and everyone is ready. */
  | {
    do: "ready";
    /** Whether you are ready. */
    ready: boolean;
  }
  /** Start, with a computer player on every empty seat. Only the creator may. */
  | {
    do: "start";
  }
  /** Chat. */
  | {
    do: "chat";
    /** The line. */
    text: string;
  }
  /** Move. If several seats choose at once, seal a move or change it. */
  | {
    do: "move";
    /** The turn the move is for. */
    turn: number;
    /** The move in the game's notation. */
    action: string;
  }
  /** Withdraw a sealed move. */
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
  /** Go on without players who have been away for long, if no clock runs. */
  | {
    do: "claim";
  }
  /** Play again after the table went on without you. */
  | {
    do: "return";
  }
  /** A deadline has passed. Only the hall sends this. */
  | {
    do: "tick";
  }
  /** A connection came or went. Only the hall sends this. */
  | {
    do: "present";
    /** Whose connection. */
    who: Identity;
    /** Whether they are connected. */
    present: boolean;
  }
  /** The hall was down and is back. Only the hall sends this. */
  | {
    do: "resumed";
    /** How long it was down. Clocks stood still. */
    down_ms: number;
  }
  /** A bot failed or broke the rules. Only the hall sends this. */
  | {
    do: "forfeit";
    /** Its seat. */
    seat: number;
    /** The verdict: `crashed`, `illegal`, `protocol`. */
    verdict: string;
    /** Details. */
    detail?: string;
  }
  /** End the game without a result. Only the hall sends this. */
  | {
    do: "abort";
    /** The reason. */
    detail: string;
  }
  /** The table of the next game is ready. Only the hall sends this. */
  | {
    do: "next";
    /** Its id. */
    table: string;
  };

/** Identifies a request in its replies. */
export type RequestId =
  /** A number. */
  | number
  /** A word. */
  | string;

/** How good a line is. */
export type Score =
  /** Above 0 is better; a piece is worth about 100. */
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
  /** Games won. */
  won: number;
  /** Games drawn, or shared in the same place. */
  drawn: number;
  /** Games lost. */
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
  /** Processor time, for bots. */
  cpu_us?: number;
  /** Peak memory in bytes, for bots. */
  memory?: number;
  /** The time left on its clock. */
  clock_left_us?: number | null;
  /** How many of its turns broke a rule and were void. */
  voided?: number;
  /** The first rule it broke. */
  first_void?: string | null;
  /** The end of its output to standard error. */
  log?: string;
};

/** The legal moves of a seat. */
export type SeatMoves = {
  /** The seat. */
  seat: number;
  /** Its legal moves, if the game can list them. */
  moves: Array<string> | null;
};

/** A seat in the list of tables. */
export type SeatRow = {
  /** Its number. */
  seat: number;
  /** What the game calls it. */
  called: string;
  /** The computer player on it. */
  computer?: string | null;
  /** The name of the person on it. */
  name?: string | null;
  /** Whether that person is a bot. */
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
  /** The computer player on it. */
  computer?: string | null;
  /** The member on it. */
  member?: Member | null;
  /** The member's name. */
  name?: string | null;
  /** Whether the member is ready. Only if a member is on it. */
  ready?: boolean | null;
  /** When the member's connection was lost, unless they are connected. */
  away_since: number | null;
  /** The clock. */
  clock?: ClockView | null;
};

/** Something to say in any language: the name of a text, and the values in it. The same is beside it in English. */
export type Sentence = {
  /** The name of the text, such as `table.taken`. */
  id: string;
  /** The values by their names. */
  args?: { [key: string]: SentenceValue };
};

/** A value in a sentence. */
export type SentenceValue =
  /** A number. */
  | number
  /** Notation, a name, or a word that the text depends on. */
  | string
  /** Several values. */
  | Array<SentenceValue>
  /** A part of the sentence. */
  | Sentence;

/** A message from the hall. */
export type ServerMessage = {
  /** The version of the protocol. */
  v: 1;
} & (
  /** The first message on a connection. */
  | {
    type: "hello";
    /** Who you are, if the hall knows you. */
    you: PlayerView | null;
    /** The hall's time. All times of tables refer to it. */
    now: number;
    /** How often the hall pings. If you hear nothing for three times as long, reconnect. */
    ping_ms: number;
  }
  /** Your request was carried out. */
  | {
    type: "ok";
    /** Its id. */
    id: number;
    /** The table, if it was a command. */
    table?: string | null;
    /** The number of the last public event at that time. */
    seq?: number | null;
    /** The turn at that time. */
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
    /** The sentence without a language. */
    message?: Sentence | null;
  }
  /** A whole table as you may see it. It replaces all you knew of the table. */
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
    /** The turn to name in your answer. */
    turn: number;
    /** The line for a bot's standard input. */
    request: BotRequest;
  }
  /** How much a computer player searched for a move that is now public. Its opinion is not included: that would be advice. */
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
  /** The hall lost track of a table: watch it again. */
  | {
    type: "lost";
    /** The table. */
    table: string;
  }
  /** A table in the lobby is new or has changed. */
  | {
    type: "lobby";
    /** The table's row in the list. */
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
    /** The table of the challenge. */
    table: string;
  }
  /** The hall is closing the connection. */
  | {
    type: "bye";
    /** A code for programs. */
    code: string;
    /** The reason. */
    reason: string;
  });

/** Whether a seat takes part. */
export type Standing =
  /** It takes part. */
  | "in"
  /** It was absent for too long. It may return. */
  | "abandoned"
  /** It resigned or forfeited. */
  | "out";

/** An entrant in the standings. */
export type StandingsRow = {
  /** The rank, from 1. Entrants that no tie-break separates share one. */
  rank: number;
  /** The index of the entrant. */
  player: number;
  /** The entrant's name. */
  name: string;
  /** Points: for each game, the share of opponents it finished ahead of. */
  points: number;
  /** Games played, without forfeits. */
  games: number;
  /** Games won. */
  won: number;
  /** Games drawn, or shared in the same place. */
  drawn: number;
  /** Games lost. */
  lost: number;
  /** Games it came first in. */
  firsts: number;
  /** Games won or lost by forfeit. */
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
  /** The index of the game after which it was set aside for failing. */
  set_aside_after: number | null;
  /** Its rating, after its first game. */
  rating: ContestRating | null;
  /** How many moves it made. */
  moves?: number;
  /** The mean time of a move. */
  ms_per_move?: number;
  /** The time of the slowest move. */
  ms_slowest_move?: number;
  /** Processor time, if measured. */
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
  /** The sentences without a language. */
  told?: Array<Sentence>;
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
    /** The member's number. */
    member: Member;
    /** The member's name. */
    name: string;
    /** Whether the member is a bot. */
    program: boolean;
    /** When the member's connection was lost, unless they are connected. */
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
  /** The computer player for empty seats. */
  fill: string | null;
  /** The seats. */
  seats: Array<SeatRow>;
  /** How many steps were made. */
  steps: number;
  /** How the game ended. */
  finish: FinishRow | null;
};

/** A whole table as one viewer may see it. To keep it up to date, you need only the events after number `seq`. */
export type TableView = {
  /** The version of this format. */
  v: number;
  /** The number of the last public event. */
  seq: number;
  /** When that event happened. */
  at: number;
  /** Before, during or after the game. */
  phase: Phase;
  /** The turn that commands name. It goes up whenever other seats are to act, or the same seats act again. */
  turn: number;
  /** The settings. */
  terms: Terms;
  /** The people and bots at the table. */
  members: Array<MemberView>;
  /** The member who made the table. */
  creator: Member | null;
  /** The seats in order. */
  seats: Array<SeatView>;
  /** The state of the game. */
  game: GameView;
  /** How many steps were made. */
  steps: number;
  /** The conflict that is being resolved. */
  conflict: ConflictView | null;
  /** Seats that have sealed a move, if the table shows it. */
  entered: Array<number>;
  /** Open offers. */
  offers: Array<OfferView>;
  /** The last lines of chat. */
  chat: Array<ChatLine>;
  /** How the game ended, if it did. */
  finish: Finish | null;
  /** Whether the players agreed on a rematch. */
  rematch: boolean;
  /** The table of the next game. */
  next: string | null;
  /** What only you see, if you have joined. */
  you: You | null;
};

/** `GET /tables`: a page of the list. */
export type TablesBody = {
  /** The tables, newest first. */
  tables: Array<TableRow>;
  /** The value of `after` for the next page. */
  next: string | null;
};

/** The query of `GET /tables`. */
export type TablesQuery = {
  /** The list: `open`, `running` or `finished`. The default is `open`. */
  phase?: string | null;
  /** Only this game. */
  game?: string | null;
  /** The `next` of the previous page. */
  after?: string | null;
  /** The size of the page, 1 to 100. The default is 50. */
  limit?: number | null;
};

/** The settings of a table. */
export type Terms = {
  /** The id of the game. */
  game: string;
  /** All its options. */
  options: GameData;
  /** The table's title. */
  title: string;
  /** How time is kept. */
  clock: Clock;
  /** Whether the table is unlisted and needs its key. */
  private: boolean;
  /** The computer player for empty seats. */
  fill: string | null;
  /** Whether others see which seats have sealed a move. */
  show_entered: boolean;
  /** Whether moves may be taken back. */
  takebacks: boolean;
  /** The most time credited for lag in each move. */
  lag_credit_ms: number;
  /** How long the game waits for an absent seat. */
  away_ms: number;
  /** How long a player must be away before you can claim. */
  claim_after_ms: number;
  /** The commitment to the seed: BLAKE3 of its 32 bytes. */
  commitment: string;
};

/** How a picture looks. */
export type Theme =
  /** For a light background. */
  | "light"
  /** For a dark background. */
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
  /** How much it searched. */
  thought?: Effort;
};

/** The step at which a game turned. */
export type Turn = {
  /** The step's number, from 1. */
  step: number;
  /** By how much it changed the chance of seat 0. */
  swing: number;
};

/** The result of checking a record. */
export type Verdict = {
  /** Whether the record is sound. */
  holds: boolean;
  /** The findings, in sentences. */
  sentences: Array<string>;
  /** The id of the game. */
  game?: string;
  /** How many steps it has. */
  steps?: number;
  /** How many of them are draws that follow from the seed. */
  draws?: number;
  /** How it ended. */
  ending?: EndingView | null;
  /** The record's hash. */
  hash?: string;
};

/** The figures of Weng and Lin. */
export type WengLin = {
  /** The rating; it starts at 25. */
  rating: number;
  /** How uncertain it is. */
  uncertainty: number;
};

/** A message from the worker. */
export type WorkerMessage =
  /** The hall is open. */
  | {
    role: "opened";
    /** What could not be restored, in sentences. */
    dropped: Array<string>;
  }
  /** A message from the hall. */
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
  /** A computer player is to move. */
  | {
    role: "question";
    /** The question. */
    question: Question;
  }
  /** A computer player has chosen. */
  | {
    role: "thought";
    /** The answer. */
    thought: Thought;
  }
  /** A step was judged; more follow. */
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
  /** A frame of an animation was drawn; more follow. */
  | {
    role: "drawn";
    /** The request. */
    id: RequestId;
    /** How many frames are drawn. */
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
    /** An SVG picture. */
    | {
      svg: string;
    }
    /** A GIF as a data URL. */
    | {
      gif: string;
    })
  /** A request failed. */
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
