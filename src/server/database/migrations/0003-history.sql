-- History. Distributed by tag when one machine is not enough, so every key holds the tag and nothing is unique without it.

-- Raw observations, written on change, kept 100 days: whole partitions are dropped.
create table observations (
  player_tag text not null,
  observed_at timestamptz not null,
  trophies integer not null,
  source "char" not null,
  primary key (player_tag, observed_at)
) partition by range (observed_at);

-- The daily series, kept for ever: one row a player and month, element i is day i of the month.
-- trophies: last seen that day, null when nobody looked. changes: trophy changes. scans: how often the player was seen.
create table player_months (
  player_tag text not null,
  month date not null,
  trophies integer[] not null,
  changes smallint[] not null,
  scans smallint[] not null,
  primary key (player_tag, month)
) with (fillfactor = 80);

create table club_months (
  club_tag text not null,
  month date not null,
  trophies integer[] not null,
  members smallint[] not null,
  scans smallint[] not null,
  primary key (club_tag, month)
) with (fillfactor = 80);

-- Trophies that a season's end or a withdrawn brawler took: shown in the line, never counted as activity. Rare, so apart.
create table player_resets (
  player_tag text not null,
  day date not null,
  trophies integer not null,
  primary key (player_tag, day)
);
create table club_resets (
  club_tag text not null,
  day date not null,
  trophies integer not null,
  primary key (club_tag, day)
);

-- Who is and was in a club. joined_at is null for those whom the first scan found there.
create table club_members (
  club_tag text not null,
  player_tag text not null,
  role text not null,
  trophies integer not null,
  first_seen_at timestamptz not null,
  joined_at timestamptz,
  left_at timestamptz,
  primary key (club_tag, player_tag)
) with (fillfactor = 80);

create table roster_events (
  club_tag text not null,
  id bigint generated always as identity,
  kind text not null,
  player_tag text,
  player_name text,
  before text,
  after text,
  -- It happened between these two scans.
  observed_after timestamptz,
  observed_at timestamptz not null,
  primary key (club_tag, id)
);

-- A battle once, however many logs it is seen in; and each tracked player's side of it.
create table battles (
  battle_key text not null,
  battle_time timestamptz not null,
  event_id integer,
  mode text,
  map text,
  type text,
  duration_seconds integer,
  participants text[] not null,
  primary key (battle_key, battle_time)
) partition by range (battle_time);

create table player_battles (
  player_tag text not null,
  battle_time timestamptz not null,
  battle_key text not null,
  trophy_change smallint not null,
  result text,
  rank smallint,
  brawler_id integer,
  brawler_trophies integer,
  star_player boolean,
  primary key (player_tag, battle_time, battle_key)
) partition by range (battle_time);

-- Spans of time in which every battle of a player is known.
create table battle_log_coverage (
  player_tag text not null,
  covered_from timestamptz not null,
  covered_to timestamptz not null,
  -- The span begins with a gap: all 25 battles were new, so older ones may have been missed.
  overflow boolean not null,
  primary key (player_tag, covered_from)
);
