"""The tables of an archive, and what each column holds."""

APPLICATION = 0x74726361
"""Written into the file's header (PRAGMA application_id), so that no other database is taken for an archive."""

FORMAT = 3
"""The number of this form of the tables (PRAGMA user_version)."""

TABLES = """
CREATE TABLE log (
    -- A file of a game, known by its content.
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,    -- SHA-256
    error TEXT NOT NULL,            -- why it cannot be read; '' if it can
    module TEXT NOT NULL,           -- what its module is called
    scenario TEXT NOT NULL,
    players TEXT NOT NULL,          -- JSON: side and name of everybody who plays a side
    first INTEGER NOT NULL,         -- whether it begins with the first phase of the game
    begins TEXT NOT NULL,           -- number of its first position (hexadecimal)
    opened TEXT NOT NULL,           -- number of the position at the end of the first phase that changed one; '' if none
    ends TEXT NOT NULL,             -- number of its last position
    began TEXT NOT NULL,            -- moment of the first position, as text that sorts; '' if unknown
    ended TEXT NOT NULL,
    positions BLOB NOT NULL,        -- all its positions but the first: 8 bytes of each number
    stood BLOB NOT NULL,            -- who stood in which hex at its beginning: a number of 4 bytes for each counter
    left BLOB NOT NULL,             -- the same at its end
    linked INTEGER NOT NULL,        -- whether it has been looked at which logs it belongs to
    game INTEGER REFERENCES game,   -- NULL until it is judged
    place INTEGER                   -- its number in its game, from 0
);
CREATE INDEX log_by_begin ON log (begins, opened);
CREATE INDEX log_by_players ON log (players);
CREATE INDEX log_by_end ON log (ends);
CREATE INDEX log_by_game ON log (game);
CREATE INDEX log_to_link ON log (linked) WHERE linked = 0;
CREATE INDEX log_to_judge ON log (error) WHERE game IS NULL;

CREATE TABLE content (log INTEGER PRIMARY KEY REFERENCES log ON DELETE CASCADE, bytes BLOB NOT NULL);

CREATE TABLE source (
    -- Where a log was seen.
    path TEXT PRIMARY KEY,
    size INTEGER NOT NULL,          -- -1 for a place on another machine, where nothing is looked for
    changed INTEGER NOT NULL,       -- nanoseconds
    log INTEGER NOT NULL REFERENCES log ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX source_by_log ON source (log);

CREATE TABLE link (
    -- Two logs of one game.
    one INTEGER NOT NULL REFERENCES log ON DELETE CASCADE,
    other INTEGER NOT NULL REFERENCES log ON DELETE CASCADE,
    why TEXT NOT NULL,
    PRIMARY KEY (one, other)
) WITHOUT ROWID;
CREATE INDEX link_back ON link (other);

CREATE TABLE edition (
    -- What judges: program, data and readings, each by a digest.
    id INTEGER PRIMARY KEY,
    program TEXT NOT NULL,
    data TEXT NOT NULL,
    readings TEXT NOT NULL,
    parts TEXT NOT NULL,            -- JSON: digest by file and by reading
    UNIQUE (program, data, readings)
);
CREATE TABLE blob (digest TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID;  -- SHA-256; packed by zlib
CREATE TABLE snapshot (
    -- The files of data of an edition, so that it can judge again when they have changed.
    edition INTEGER NOT NULL REFERENCES edition,
    name TEXT NOT NULL,             -- 'data units.csv', 'correction units.csv'
    blob TEXT NOT NULL REFERENCES blob,
    PRIMARY KEY (edition, name)
) WITHOUT ROWID;
CREATE TABLE begun (
    -- What a log was judged by first. With the first log of a game the game was begun.
    log INTEGER PRIMARY KEY REFERENCES log ON DELETE CASCADE,
    edition INTEGER NOT NULL REFERENCES edition,
    chosen TEXT NOT NULL,           -- JSON, as in a game
    rules TEXT NOT NULL,            -- as in a game
    pinned INTEGER NOT NULL         -- whether its game goes on under that
);

CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,      -- the first digits of the digest of its first log
    error TEXT NOT NULL,            -- why it could not be judged; '' if it was
    rules TEXT NOT NULL,            -- which game's
    scenario TEXT NOT NULL,
    options TEXT NOT NULL,          -- rule numbers, in order
    turn INTEGER NOT NULL,
    moment TEXT NOT NULL,
    winner TEXT NOT NULL,           -- a side; '' if neither has won for certain
    won_by TEXT NOT NULL,           -- the rule
    why TEXT NOT NULL,
    points INTEGER,
    rolls INTEGER NOT NULL,
    violations INTEGER NOT NULL,
    doubts INTEGER NOT NULL,
    undecided INTEGER NOT NULL,
    skipped INTEGER NOT NULL,
    notes INTEGER NOT NULL,
    opening TEXT NOT NULL,          -- a number by which equal openings are known; '' if it is not seen
    opening_side TEXT NOT NULL,
    opening_phase INTEGER,          -- the phase with which its moves end
    edition INTEGER NOT NULL REFERENCES edition,
    chosen TEXT NOT NULL,           -- JSON: the options, readings and corrections that it is judged with
    pinned INTEGER NOT NULL,        -- whether it stays under the data that it was begun with
    tree BLOB NOT NULL              -- the audit as JSON, packed by zlib
);
CREATE TABLE seat (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    side TEXT NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (game, side, player)
) WITHOUT ROWID;
CREATE TABLE faces (
    -- How often each face came up.
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    side TEXT NOT NULL,
    face INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (game, side, face)
) WITHOUT ROWID;
CREATE TABLE battle (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    number INTEGER NOT NULL,        -- counted through the game
    turn INTEGER NOT NULL,
    side TEXT NOT NULL,             -- who attacks
    moment TEXT NOT NULL,
    step INTEGER NOT NULL,
    attackers TEXT NOT NULL,
    defenders TEXT NOT NULL,
    hexes TEXT NOT NULL,            -- of the defenders
    terrain TEXT NOT NULL,          -- words between blanks: ' woods city '
    odds TEXT NOT NULL,
    sheet TEXT NOT NULL,            -- of the results table; '' where it has but one
    die INTEGER,
    result TEXT NOT NULL,
    better INTEGER,                 -- faces of the die with a worse result for the attacker, less those with a better
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE INDEX battle_by_odds ON battle (odds, result);
CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE stay (
    -- A unit in a place, at the end of each phase from one to another.
    unit INTEGER NOT NULL,
    place INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    phase INTEGER NOT NULL,         -- the first, counted through the game from 0
    last INTEGER NOT NULL,
    step INTEGER NOT NULL,
    PRIMARY KEY (unit, place, game, phase)
) WITHOUT ROWID;
CREATE INDEX stay_by_game ON stay (game);
CREATE TABLE origin (
    -- Where the steps of a game stand: from step `first` on they are those of a log, counted there from `number`.
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    first INTEGER NOT NULL,
    log TEXT NOT NULL,
    number INTEGER NOT NULL,        -- 0 for the log's beginning, where it differs from what came before
    PRIMARY KEY (game, first)
) WITHOUT ROWID;
CREATE TABLE phase (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    number INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    moment TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE taken (
    -- A place that a side has come to control.
    place TEXT NOT NULL,
    side TEXT NOT NULL,
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    turn INTEGER NOT NULL,
    moment TEXT NOT NULL,
    step INTEGER NOT NULL,
    PRIMARY KEY (place, side, game, turn, step)
) WITHOUT ROWID;
CREATE INDEX taken_by_game ON taken (game);
CREATE TABLE results_table (
    -- What a results table says, by the digest of the data that it stands in.
    data TEXT NOT NULL,
    sheet TEXT NOT NULL,            -- '' where the table has but one
    odds TEXT NOT NULL,
    die INTEGER NOT NULL,
    result TEXT NOT NULL,
    rank INTEGER NOT NULL,          -- of the result: 0 is the worst for the attacker
    PRIMARY KEY (data, sheet, odds, die)
) WITHOUT ROWID;
CREATE TABLE former (
    -- What was judged of a game before a recheck changed it, the oldest first.
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,             -- its name
    edition INTEGER NOT NULL REFERENCES edition,
    verdict TEXT NOT NULL           -- JSON: winner, points, error and findings
);
"""
