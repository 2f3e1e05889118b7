-- What is to be collected, when, and by whom. Local tables: claimed with "for update skip locked".

create table collection_targets (
  kind text not null,
  -- A tag, or for rankings a country (and a brawler): 'US', 'global/16000000'.
  key text not null,
  class smallint not null,
  due_at timestamptz not null,
  leased_until timestamptz,
  interval_seconds integer not null,
  failures integer not null default 0,
  last_error text,
  collected_at timestamptz,
  -- Last time a visitor asked for it; without demand for 30 days it is polled rarely.
  wanted_at timestamptz,
  primary key (kind, key)
);
create index collection_targets_due on collection_targets (class, due_at);

create table rankings (
  type text not null,
  country text not null,
  brawler_id integer not null,
  collected_at timestamptz not null,
  -- [{rank, previous, tag, name, color, trophies, club, members}, ...]
  entries jsonb not null,
  primary key (type, country, brawler_id, collected_at)
);

create table brawlers (
  id integer primary key,
  name text not null,
  seen_at timestamptz not null
);

create table incidents (
  id bigint generated always as identity primary key,
  kind text not null,
  message text not null,
  started_at timestamptz not null,
  ended_at timestamptz
);

-- How many answers or items were set aside as glitches, a row a kind and day.
create table glitches (
  kind text not null,
  day date not null,
  count integer not null,
  primary key (kind, day)
);

-- Small facts about this installation: when the demo world began, how far its history is.
create table settings (
  key text primary key,
  value jsonb not null
);
