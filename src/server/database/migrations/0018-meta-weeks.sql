-- Which brawlers were picked in an ISO week and how they did, of all distinct battles. Kept for ever. The mode '' stands for
-- all modes together, the event 0 for all maps of the mode.
create table meta_weeks (
  family text not null,
  mode text not null,
  event_id integer not null,
  -- The Monday.
  week date not null,
  -- Distinct battles that are not against the computer, and all of them.
  battles integer not null,
  all_battles integer not null,
  -- When the newest of them ended.
  newest_at timestamptz not null,
  -- The counts by brawler, bin and side, for each lobby: see history/battles/pack-meta.ts.
  people bytea not null,
  unknown bytea not null,
  likely_bots bytea not null,
  bots bytea not null,
  primary key (family, event_id, mode, week)
);

-- Weeks that a collector counts at the moment, and until when: after a crash they are due again.
create table meta_turns (
  week date primary key,
  until timestamptz not null
);

-- The game's event rotation. Rows of events that ended are kept as long as battles are.
create table rotation_events (
  event_id integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  mode text not null,
  map text,
  seen_at timestamptz not null,
  primary key (event_id, starts_at)
);
