-- What is known of each club and player now. Small hot rows, found by tag alone; browse reads summaries instead.

create table clubs (
  tag text primary key,
  name text not null,
  description text,
  type text,
  badge_id integer,
  required_trophies integer,
  trophies integer not null,
  member_count integer not null,
  country text,
  first_seen_at timestamptz not null,
  observed_at timestamptz not null,
  -- Distinct UTC days with a scan, for "analytics available".
  observed_days integer not null default 1
) with (fillfactor = 80);

create table players (
  tag text primary key,
  name text not null,
  name_color text,
  icon_id integer,
  trophies integer not null,
  -- What the club's list said last. It lags the profile, so it is compared with itself, not with trophies.
  roster_trophies integer,
  club_tag text,
  role text,
  country text,
  first_seen_at timestamptz not null,
  -- Last observation that said something new; scans of the club that changed nothing are counted in the club's row.
  observed_at timestamptz not null,
  changed_at timestamptz,
  last_battle_at timestamptz
) with (fillfactor = 80);
create index players_club_tag on players (club_tag);

-- What only the player's own profile tells.
create table player_profiles (
  player_tag text primary key,
  read_at timestamptz not null,
  highest_trophies integer,
  exp_level integer,
  victories_3vs3 integer,
  victories_solo integer,
  victories_duo integer,
  -- [[id, name, power, rank, trophies, highestTrophies], ...] by id
  brawlers jsonb not null
);

-- Names a player or club had before, for search and for members who remember a friend's old name.
create table former_names (
  tag text not null,
  type text not null check (type in ('club', 'player')),
  name text not null,
  last_seen_at timestamptz not null,
  primary key (tag, type, name)
);
