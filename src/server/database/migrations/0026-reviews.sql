-- Seasons and years in review, as they were shared. Battles are dropped after a time, so a review is kept whole: some 2 kB.
-- Players and brawlers are named in it by tags and ids alone: names are put in when it is read. Local tables.

-- Public while the user has the player linked: it goes with the proof, with the account and with the player's history.
create table player_reviews (
  player_tag text not null,
  -- A year, 2026, or the season that began in a month, 2026-11.
  period text not null,
  user_id bigint not null,
  review jsonb not null,
  shared_at timestamptz not null,
  primary key (player_tag, period),
  foreign key (user_id, player_tag) references linked_players (user_id, player_tag) on delete cascade
);
create index player_reviews_user on player_reviews (user_id, player_tag);

-- `desk` as in the other tables of the desk. One that was taken back stays, so that this can be undone.
create table club_reviews (
  desk text not null,
  period text not null,
  review jsonb not null,
  shared_at timestamptz,
  changed_at timestamptz not null,
  version integer not null,
  primary key (desk, period)
);
