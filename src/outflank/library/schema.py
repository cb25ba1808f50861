"""The tables of the library, as migration steps from one version of the schema to the next.

`PRAGMA user_version` is the number of steps applied to a database. A released step is never
changed; a new version is a new step at the end.

Each name is stored once, and full-text search indexes names rather than games: indexing the 4,446
players and 491 tournaments of the WTHOR database takes a fraction of a second. The games of the
names that were found are then looked up by number, with an ordinary index.
"""

from __future__ import annotations

GAMES = """
create table facts (name text primary key, value any) strict, without rowid;

create table folders (
    id integer primary key,
    owner text not null,      -- a visitor of the web app; '' for everyone
    path text not null,       -- names with '/' between them; '' is the top
    unique (owner, path)
) strict;

create table players (
    id integer primary key,
    name text not null unique,
    rating real,              -- Elo from the games of the library, 0 on average
    games integer not null default 0
) strict;

create table events (id integer primary key, name text not null unique) strict;

create table games (
    id integer primary key autoincrement,
    public_id text unique,    -- the unguessable name under which the web app shares a game
    folder integer not null references folders,
    black integer not null references players,
    white integer not null references players,
    event integer not null references events,
    date text not null,       -- as the record has it
    year integer not null,    -- 0 where it is not known
    score integer,            -- discs for Black; null without a result
    reason text not null,     -- why the game ended, as `rules.game.Reason` writes it
    start text,               -- a board string; null for the usual position
    moves blob not null,      -- the main line: one byte a square, passes left out
    record text,              -- SGF, where the other columns do not hold the whole game
    opening text not null,    -- the moves of the named opening that it reaches last, or ''
    notes text not null,
    session text,             -- what a front end needs to go on with the game, as JSON
    is_open integer not null, -- still being played: kept, but not in the position index
    game_key integer not null,-- equal for the eight images of a game
    slot integer unique,      -- the number of the game in the position index
    added real not null,
    changed real not null,
    deleted real              -- when it was put in the trash
) strict;
create index games_by_folder on games (folder, changed);
create index games_by_black on games (black);
create index games_by_white on games (white);
create index games_by_event on games (event);
create index games_by_opening on games (opening);
create index games_by_year on games (year);
create index games_by_key on games (game_key);
create index games_to_index on games (id) where slot is null and is_open = 0;
create index games_in_trash on games (deleted) where deleted is not null;

create table labels (id integer primary key, name text not null unique) strict;
create table game_labels (
    game integer not null references games on delete cascade,
    label integer not null references labels,
    primary key (game, label)
) strict, without rowid;
create index games_by_label on game_labels (label);

create table imports (
    digest text not null,     -- SHA-256 of the file
    folder integer not null references folders,
    source text not null,
    done integer not null,    -- games gone through so far
    finished real,            -- when the last one was
    primary key (digest, folder)
) strict, without rowid;

create table settings (owner text primary key, value text not null) strict, without rowid;

create virtual table texts using fts5 (
    words, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3'
);
"""

POSITIONS = """
create table position_blocks (
    run integer not null,
    number integer not null,
    first_key integer not null,
    last_key integer not null,
    entries integer not null,
    data blob not null,
    primary key (run, number)
) strict;
create index position_blocks_by_key on position_blocks (run, last_key);

create table position_runs (
    id integer primary key autoincrement,
    entries integer not null
) strict;

create table game_columns (chunk integer primary key, data blob not null) strict;

create table popular_positions (
    key integer primary key,
    summary text              -- JSON; null where games have changed since
) strict;
create index popular_positions_to_do on popular_positions (key) where summary is null;
"""

REVIEWS = """
create table reviews (
    game integer primary key references games on delete cascade,
    searched text not null,   -- the limit of the search, such as 'level=16'
    review text not null,     -- JSON of `Review.as_dict`
    made real not null
) strict;

create table losses (
    game integer not null references games on delete cascade,
    colour text not null,
    stage text not null,
    moves integer not null,   -- where the side had a choice
    loss real not null,       -- discs, all moves together
    primary key (game, colour, stage)
) strict, without rowid;

create table position_scores (
    key integer primary key,
    score real not null,      -- discs for the side to move
    depth integer not null,
    confidence integer not null
) strict;
"""

STEPS: tuple[str, ...] = (GAMES, POSITIONS, REVIEWS)
"""SQL scripts of the migration; version n of the schema is the result of the first n."""
