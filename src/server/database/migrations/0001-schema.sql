-- Users, their sessions, and guests. Local tables: few rows, unique by things other than a tag.

create table users (
  id bigint generated always as identity primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  search_count integer not null default 0,
  search_history text[] not null default '{}',
  created_at timestamptz not null,
  -- Which club a user named as theirs.
  my_club text,
  email_confirmed_at timestamptz
);
-- Letters of ASCII alone are folded, the same on every store: what others do to the rest hangs on their locale, and a
-- Turkish one does not even take BILL for bill.
create unique index users_username_key on users (lower(username collate "C"));
create unique index users_email_key on users (lower(email collate "C"));

create table user_sessions (
  token_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index user_sessions_user_id on user_sessions (user_id);

-- A user's own key of the game's API, sealed with AES-256-GCM; key_id names the master key.
create table api_keys (
  user_id bigint primary key references users (id) on delete cascade,
  key_id text not null,
  nonce bytea not null,
  sealed bytea not null,
  status text not null check (status in ('active', 'refused', 'unverified')),
  updated_at timestamptz not null
);

create table guest_sessions (
  id_hash bytea primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  searches_used integer not null default 0 check (searches_used >= 0),
  search_history text[] not null default '{}'
);
create index guest_sessions_expires_at on guest_sessions (expires_at);

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
  observed_days integer not null default 1,
  first_trophies integer,
  country_at timestamptz,
  -- Whether the last list held all members. If not, it does not tell that the others were seen.
  members_complete boolean not null default true,
  -- Since when scans of the club are held back, because they take too much at once; null where the last one was believed.
  held_since timestamptz
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
  last_battle_at timestamptz,
  first_trophies integer,
  -- Up to when a battle log of the player tells of all battles.
  log_until timestamptz,
  -- When a ranking told the country last.
  country_at timestamptz
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

-- History. Distributed by tag when one machine is not enough, so every key holds the tag and nothing is unique without it.

-- The daily series, kept for ever: one row a player and month, element i is day i of the month.
-- trophies: last seen that day, null when nobody looked. changes: trophy changes. scans: how often the player was seen.
create table player_months (
  player_tag text not null,
  month date not null,
  trophies integer[] not null,
  changes smallint[] not null,
  scans smallint[] not null,
  -- The default has one element, since an empty array would begin with the first day that is written.
  -- estimated: how many of a day's changes are estimates, because no battle log covers the time.
  estimated smallint[] not null default '{NULL}',
  primary key (player_tag, month)
) with (fillfactor = 80);

create table club_months (
  club_tag text not null,
  month date not null,
  trophies integer[] not null,
  members smallint[] not null,
  scans smallint[] not null,
  -- Trophies that joiners brought, and that leavers took along (0 or less), from scan to scan. Null: not known.
  joined integer[] not null default '{NULL}',
  departed integer[] not null default '{NULL}',
  primary key (club_tag, month)
) with (fillfactor = 80);

-- Trophies that a season's end or a withdrawn brawler took: shown in the line, never counted as activity. Rare, so apart.
create table player_resets (
  player_tag text not null,
  day date not null,
  trophies integer not null,
  -- In which club the player was then: its line has the same reset. Null: in none.
  club_tag text default '',
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
  -- What the club's list called the member last.
  name text,
  primary key (club_tag, player_tag)
) with (fillfactor = 80);
-- To find the clubs whose lists a player was in.
create index club_members_player on club_members (player_tag);

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
-- Who asks to be hidden is found in the events of all clubs while ingestion waits.
create index roster_events_player_tag on roster_events (player_tag);

create table battles (
  battle_key uuid not null,
  battle_time timestamptz not null,
  -- Four bits for each team, the first one lowest: 1 won, 2 lost, 3 drew, or the place in a showdown; 0 is unknown.
  results bigint not null,
  -- A bit for each participant whose own log told of the battle.
  owners integer not null,
  sides bytea not null,
  primary key (battle_key, battle_time)
) partition by range (battle_time);

-- A player's battles of one UTC day, oldest first: what analytics need of each, and in the same order 16 bytes of its key.
create table player_battles (
  player_tag text not null,
  day date not null,
  sides bytea not null,
  keys bytea not null,
  primary key (player_tag, day)
) partition by range (day);

-- Spans of time in which every battle of a player is known.
create table battle_log_coverage (
  player_tag text not null,
  covered_from timestamptz not null,
  covered_to timestamptz not null,
  -- The span begins with a gap: all 25 battles were new, so older ones may have been missed.
  overflow boolean not null,
  -- The span begins with a log that held all battles there were, so nothing was missed before it.
  whole boolean not null default false,
  primary key (player_tag, covered_from)
);

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
  -- Since when the game says that there is no such tag. Polled rarely; what was observed before stays.
  gone_at timestamptz,
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
  ended_at timestamptz,
  -- Last time a process still met the trouble: one that dies in the midst of it ends nothing.
  seen_at timestamptz
);
create unique index incidents_ongoing on incidents (kind) where ended_at is null;
create index incidents_started_at on incidents (started_at);

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

-- What browse and the dashboard read: one row a club or player with its scores, written after each collection and once
-- a day. Local tables. Text that is sorted or matched has collation "C": the same order on every store.

create table player_summaries (
  tag text collate "C" primary key,
  name text not null,
  -- Lower case, without accents and markup.
  name_folded text collate "C" not null,
  -- Name, former names and tag, folded, one a line.
  search_text text collate "C" not null,
  trophies integer not null,
  club_tag text collate "C",
  country text,
  -- Trophy band, region, activity class and membership in one number: see directory/facets.ts.
  facet smallint not null,
  activity_score real,
  performance_score real,
  consistency_rating real,
  longest_streak smallint,
  growth_7d integer,
  growth_from integer,
  growth_7d_percent double precision,
  popularity_weight integer not null default 0,
  analytics_available boolean not null,
  created_at timestamptz not null,
  -- The UTC day of the scores: a day later they have decayed.
  summarised_on date not null,
  -- One or two letters beyond ASCII are a word in many scripts, and too few for the trigrams of search_text: each one and
  -- each pair of the present and former names, see directory/searchable-names.ts. Null where there is none, as in names of
  -- ASCII alone.
  short_grams text[] collate "C"
) with (fillfactor = 80);
-- Each sort twice: over all rows, and within a facet, so that a filtered page is merged from the tops of its facets.
create index player_summaries_by_popularity on player_summaries (popularity_weight desc, trophies desc, tag);
create index player_summaries_by_trophies on player_summaries (trophies desc, tag);
create index player_summaries_by_performance on player_summaries (performance_score desc nulls last, trophies desc, tag);
create index player_summaries_by_activity on player_summaries (activity_score desc nulls last, trophies desc, tag);
create index player_summaries_by_name on player_summaries (name_folded, trophies desc, tag);
create index player_summaries_by_creation on player_summaries (created_at desc, trophies desc, tag);
create index player_facets_by_popularity on player_summaries (facet, popularity_weight desc, trophies desc, tag);
create index player_facets_by_trophies on player_summaries (facet, trophies desc, tag);
create index player_facets_by_performance on player_summaries (facet, performance_score desc nulls last, trophies desc, tag);
create index player_facets_by_activity on player_summaries (facet, activity_score desc nulls last, trophies desc, tag);
create index player_facets_by_name on player_summaries (facet, name_folded, trophies desc, tag);
create index player_facets_by_creation on player_summaries (facet, created_at desc, trophies desc, tag);
create index player_summaries_summarised_on on player_summaries (summarised_on);
-- What the dashboard looks for, among those with enough history.
create index player_growth on player_summaries (growth_7d_percent desc nulls last, trophies desc, tag) where analytics_available;
create index player_consistency on player_summaries (consistency_rating desc nulls last, trophies desc, tag) where analytics_available;
create index player_streak on player_summaries (longest_streak desc nulls last, trophies desc, tag) where analytics_available;
create index player_summaries_short_grams on player_summaries using gin (short_grams) where short_grams is not null;

create table club_summaries (
  tag text collate "C" primary key,
  name text not null,
  name_folded text collate "C" not null,
  search_text text collate "C" not null,
  trophies integer not null,
  member_count integer not null,
  country text,
  facet smallint not null,
  activity_score real,
  -- Null until there is enough history to call anyone a ghost.
  ghosts smallint,
  growth_7d integer,
  growth_from integer,
  growth_7d_percent double precision,
  popularity_weight integer not null default 0,
  analytics_available boolean not null,
  created_at timestamptz not null,
  summarised_on date not null,
  short_grams text[] collate "C",
  -- What somebody who looks for a club asks first; beside the summary, since browse filters by it. Null: not known.
  entry text,
  required_trophies integer,
  active_members smallint,
  -- Members known for 7 days or more, of whom the active ones are counted.
  known_members smallint
) with (fillfactor = 80);
create index club_summaries_by_popularity on club_summaries (popularity_weight desc, trophies desc, tag);
create index club_summaries_by_members on club_summaries (member_count desc, trophies desc, tag);
create index club_summaries_by_activity on club_summaries (activity_score desc nulls last, trophies desc, tag);
create index club_summaries_by_name on club_summaries (name_folded, trophies desc, tag);
create index club_summaries_by_creation on club_summaries (created_at desc, trophies desc, tag);
create index club_facets_by_popularity on club_summaries (facet, popularity_weight desc, trophies desc, tag);
create index club_facets_by_members on club_summaries (facet, member_count desc, trophies desc, tag);
create index club_facets_by_activity on club_summaries (facet, activity_score desc nulls last, trophies desc, tag);
create index club_facets_by_name on club_summaries (facet, name_folded, trophies desc, tag);
create index club_facets_by_creation on club_summaries (facet, created_at desc, trophies desc, tag);
create index club_summaries_summarised_on on club_summaries (summarised_on);
create index club_growth on club_summaries (growth_7d_percent desc nulls last, trophies desc, tag) where analytics_available;
create index club_liveliness on club_summaries (activity_score desc nulls last, trophies desc, tag) where analytics_available;
create index club_ghosts on club_summaries (ghosts, trophies desc, tag) where analytics_available;
-- A range of trophies is counted along this index, as that of players along theirs.
create index club_summaries_by_trophies on club_summaries (trophies desc, tag);
create index club_summaries_short_grams on club_summaries using gin (short_grams) where short_grams is not null;
create index club_facets_by_trophies on club_summaries (facet, trophies desc, tag);
create index club_summaries_by_growth on club_summaries (growth_7d_percent desc nulls last, trophies desc, tag);
create index club_facets_by_growth on club_summaries (facet, growth_7d_percent desc nulls last, trophies desc, tag);

-- How many rows there are, by facet and thousand trophies: every total is a sum over these.
create table entity_counts (
  type text not null,
  facet smallint not null,
  thousand integer not null,
  entities integer not null,
  -- With enough history for analytics.
  available integer not null,
  -- With an activity score, and the sum of ten times those.
  scored integer not null,
  activity_tenths bigint not null,
  -- Transactions that count at the same time do so in different parts, so that none waits for another. A total is the sum
  -- over the parts; a job moves them into part 0.
  part smallint not null default 0,
  primary key (type, facet, thousand, part)
) with (fillfactor = 50);

-- Players by hundred trophies, for percentiles.
create table trophy_counts (
  hundred integer not null,
  players integer not null,
  part smallint not null default 0,
  primary key (hundred, part)
) with (fillfactor = 50);

-- Newly tracked clubs and players by the UTC day they were first seen.
create table arrivals (
  day date not null,
  type text not null,
  entities integer not null,
  part smallint not null default 0,
  primary key (day, type, part)
);

-- What collecting and scoring did, by the hour.
create table hourly_work (
  hour timestamptz not null,
  updates integer not null,
  summaries integer not null,
  part smallint not null default 0,
  primary key (hour, part)
) with (fillfactor = 50);

-- Who looked at what in the last 7 days. The visitor is a keyed hash that nobody can undo once the day's key is gone.
create table visits (
  type text not null,
  tag text not null,
  day date not null,
  visitor bytea not null,
  viewed boolean not null,
  searched boolean not null,
  primary key (type, tag, day, visitor)
);
create index visits_day on visits (day);

-- Players who asked not to be shown, and how they prove that the player is theirs.

-- A player with a tombstone is shown nowhere and nothing is stored of them; after 'delete' nothing is left of them either.
create table tombstones (
  tag text primary key,
  wish text not null check (wish in ('hide', 'delete')),
  -- Stands for the player in the lists of clubs, whose totals stay right without a name and a tag.
  alias text not null unique,
  since timestamptz not null,
  -- When the history of a hidden player is to be deleted, unless another request is proved before.
  deletes_at timestamptz
);

-- Limits that hold over all processes of a site. Addresses and names are kept as hashes, and not for long.

-- Uses of something by a network within a window that began with the first of them.
create table throttle_windows (
  key bytea primary key,
  used integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);

-- Guesses at the password of an account, under the name as it was typed, whether or not there is such an account.
create table login_tries (
  account bytea not null,
  -- Where they came from; empty: all of them together, but for networks that are known.
  network bytea not null,
  tries integer not null,
  last_at timestamptz not null,
  -- Somebody with the right password logged in from there: strangers cannot hold that network up.
  known_until timestamptz,
  primary key (account, network)
) with (fillfactor = 50);

-- What one process tells the others that use this store: of what answers were made, so that they drop those. Read within
-- seconds and deleted after minutes, so it is neither logged nor part of a backup.
create unlogged table announcements (
  -- A process, by a name that it gave itself at its start; it numbers its announcements.
  sender text not null,
  number integer not null,
  topics text[] not null,
  announced_at timestamptz not null,
  primary key (sender, number)
);
create index announcements_announced_at on announcements (announced_at);

-- The raw history becomes what the game answered, packed: one row for each club or player and UTC day, kept 100 days.
-- Every daily series can be computed again from it, whatever the order in which the answers came.
create table club_answers (
  club_tag text not null,
  day date not null,
  -- One JSON line an answer: see history/ingest/raw-answers.ts.
  entries text not null,
  primary key (club_tag, day)
) partition by range (day);

-- A player's own answers: profiles and places in rankings. What a club's list says of them is in club_answers.
create table player_answers (
  player_tag text not null,
  day date not null,
  entries text not null,
  primary key (player_tag, day)
) partition by range (day);

-- Whose history must be computed again from the raw answers, because an older answer came in late.
create table due_replays (
  type text not null,
  tag text not null,
  primary key (type, tag)
);

-- What remains of a player's battles for ever: totals by family, format, mode, brawler and lobby, packed.
create table player_battle_months (
  player_tag text not null,
  month date not null,
  -- How many battles are counted. Totals are made again until the days of the month are dropped, and never of fewer.
  battles integer not null,
  totals bytea not null,
  primary key (player_tag, month)
);

-- The maps of events, as the newest battles name them.
create table battle_maps (
  event_id integer primary key,
  mode text not null,
  map text not null,
  seen_on date not null
);

-- Months of players and ISO weeks, by their Mondays, of which battles came in since their totals were made.
create table due_battle_months (
  player_tag text not null,
  month date not null,
  primary key (player_tag, month)
);

create table due_meta_weeks (
  week date primary key
);

-- The leader's desk: what a club's proven leaders see and remember. Local tables.

-- The players that users have proven to be theirs.
create table linked_players (
  user_id bigint not null references users (id) on delete cascade,
  player_tag text not null,
  linked_at timestamptz not null,
  -- The link by which absences are reported without signing in: a hash, the club it is for, and its end.
  link_hash bytea,
  -- The desk that the link is for: the club's tag, or the key of a desk that is tried.
  link_desk text,
  link_until timestamptz,
  primary key (user_id, player_tag)
);
create index linked_players_tag on linked_players (player_tag);
create unique index linked_players_link on linked_players (link_hash);

create table club_staff (
  desk text not null,
  player_tag text not null,
  invited boolean not null,
  changed_at timestamptz not null,
  version integer not null,
  primary key (desk, player_tag)
);

create table club_rules (
  desk text primary key,
  rules jsonb not null,
  time_zone text not null,
  changed_at timestamptz not null,
  version integer not null
);

create table member_marks (
  id bigint generated always as identity primary key,
  desk text not null,
  player_tag text not null,
  kind text not null check (kind in ('note', 'warning', 'safe', 'blacklist')),
  text text not null,
  pinned boolean not null,
  weight smallint,
  -- The last day; null: for good.
  until date,
  author_id bigint references users (id) on delete set null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  removed_at timestamptz,
  version integer not null
);
create index member_marks_desk on member_marks (desk, player_tag);
create index member_marks_player on member_marks (player_tag);
create index member_marks_author on member_marks (author_id);

create table absences (
  id bigint generated always as identity primary key,
  desk text not null,
  player_tag text not null,
  from_day date not null,
  until_day date not null,
  note text not null,
  by_member boolean not null,
  author_id bigint references users (id) on delete set null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  removed_at timestamptz,
  version integer not null
);
create index absences_desk on absences (desk, until_day);
create index absences_player on absences (player_tag);
create index absences_author on absences (author_id);

-- The last decision about each entry of the queue.
create table queue_decisions (
  desk text not null,
  player_tag text not null,
  action text not null check (action in ('removed', 'warned', 'promoted', 'snoozed')),
  suggestion text not null,
  until date,
  author_id bigint references users (id) on delete set null,
  changed_at timestamptz not null,
  removed_at timestamptz,
  version integer not null,
  primary key (desk, player_tag)
);
create index queue_decisions_player on queue_decisions (player_tag);
create index queue_decisions_author on queue_decisions (author_id);

-- Rows are added and never changed, but for names that go with an account or a player.
create table desk_log (
  id bigint generated always as identity primary key,
  desk text not null,
  at timestamptz not null,
  kind text not null,
  author_id bigint references users (id) on delete set null,
  player_tag text,
  -- What changed, in words, without names.
  text text not null,
  -- The record that was changed, as table and key.
  record text not null,
  -- What undoes the change: of each record the table, the key, the version after the change, and columns as they were.
  undo jsonb not null,
  -- The entry that this one undid.
  undoes bigint
);
create index desk_log_desk on desk_log (desk, id desc);
create index desk_log_player on desk_log (player_tag);
create index desk_log_author on desk_log (author_id);

create table week_reports (
  desk text not null,
  week date not null,
  -- Players by their tags alone: names are put in when it is read.
  report jsonb not null,
  made_at timestamptz not null,
  published boolean not null default false,
  version integer not null default 0,
  primary key (desk, week)
);

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

-- Who wins how much with a brawler against people: of the last months, and only where it says something. Made from
-- player_battle_months (history/battles/brawler-players.ts); hidden players are in no row.
create table brawler_players (
  player_tag text not null,
  family text not null,
  brawler_id integer not null,
  -- The first of the months that are counted.
  since date not null,
  wins integer not null,
  losses integer not null,
  draws integer not null,
  -- The player's own share of wins with all brawlers, from 0 to 1.
  prior double precision not null,
  -- The lower end of the interval of the share of wins, from 0 to 1: the order of the list.
  low double precision not null,
  primary key (player_tag, family, brawler_id)
);
create index brawler_players_best on brawler_players (family, brawler_id, low desc, player_tag);

-- Players whose months changed since their rows were made.
create table due_brawler_players (
  player_tag text primary key
);

-- What Delphin sends to people where they are: messages that are due, and the channels of clubs. Local tables.

create table outbox (
  id bigint generated always as identity primary key,
  -- Who delivers it: discord or mail.
  kind text not null,
  -- Where it goes. The messages of one channel are sent one after the other.
  channel text not null,
  -- What it tells.
  event text not null,
  -- A message with the same key is not put into the channel again.
  dedupe_key text not null,
  -- What it is made of: as JSON, or sealed where it holds a secret. Both are gone once the message is sent or given up.
  payload jsonb,
  key_id text,
  nonce bytea,
  sealed bytea,
  due_at timestamptz not null,
  tries smallint not null default 0,
  -- Sendings of which nobody knows whether they arrived.
  unsure smallint not null default 0,
  leased_until timestamptz,
  state text not null default 'due' check (state in ('due', 'sent', 'given_up')),
  -- Why the last try failed, or why it was given up.
  reason text,
  -- What the receiver calls the message.
  receipt text,
  created_at timestamptz not null,
  ended_at timestamptz
) with (fillfactor = 80);
create unique index outbox_once on outbox (channel, dedupe_key);
create index outbox_due on outbox (due_at, id) where state = 'due';
create index outbox_order on outbox (channel, due_at, id) where state = 'due';
create index outbox_ended on outbox (ended_at) where state <> 'due';

-- Limits of a receiver that hold over all processes: uses within a window, or a pause until its end.
create table send_limits (
  name text primary key,
  used integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);

create table club_channels (
  id bigint generated always as identity primary key,
  -- The club's tag, or the name of a desk that a visitor of the demo tries.
  desk text not null,
  -- The place of the channel at its desk, which bounds their number.
  slot smallint not null,
  name text not null,
  -- The number of the webhook, which is no secret, and the sealed address.
  webhook text not null,
  key_id text not null,
  nonce bytea not null,
  sealed bytea not null,
  posts jsonb not null,
  language text not null,
  time_zone text not null,
  -- Whole hours of the time zone between which nothing is sent; both null: there are none.
  quiet_from smallint,
  quiet_until smallint,
  paused boolean not null default false,
  -- Why it was switched off by an answer of the receiver.
  off_reason text,
  tested_at timestamptz,
  -- What was observed until then is posted.
  posted_until timestamptz not null,
  -- The message that is edited, and a hash of what it says.
  board_message text,
  board_hash text,
  author_id bigint references users (id) on delete set null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  version integer not null,
  -- Until when the days of a channel's club were looked at for news, and what of the last two days is told already, as hashes.
  -- Null: the next look tells nothing, since the channel is new, or was paused or switched off.
  days_seen_at timestamptz,
  days_told jsonb not null default '[]'
);
create unique index club_channels_slot on club_channels (desk, slot);
create unique index club_channels_webhook on club_channels (desk, webhook);
create index club_channels_author on club_channels (author_id);

-- Which player an account of Discord calls theirs in slash commands. It is no proof and opens nothing. A link that nobody
-- uses for a year is deleted.
create table discord_links (
  discord_user text primary key,
  player_tag text not null,
  used_at timestamptz not null
);
create index discord_links_player_tag on discord_links (player_tag);
create index discord_links_used_at on discord_links (used_at);

-- Mail: confirmed addresses, the links that mails carry, what sign-ins are known, and who wants the report of a club's week.
-- Local tables.

-- Links work once. They stay for some days after their end, so that a used or expired one can be told from a made-up one.
create table mail_links (
  -- The store knows the hash alone.
  secret_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  -- operator: sets a new password as reset does, but was handed over by the operator and proves no address.
  purpose text not null check (purpose in ('confirm', 'reset', 'operator', 'week', 'unsubscribe')),
  -- Of the week's report.
  club_tag text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_links_user on mail_links (user_id);
create index mail_links_expires_at on mail_links (expires_at);

-- Browsers and networks that a user signed in from, as hashes.
create table known_sign_ins (
  user_id bigint not null references users (id) on delete cascade,
  trait bytea not null,
  seen_at timestamptz not null,
  primary key (user_id, trait)
);

create table week_mails (
  user_id bigint not null references users (id) on delete cascade,
  club_tag text not null,
  asked_at timestamptz not null,
  -- Null until the link in the mail was opened: nobody is written to who did not ask for it.
  confirmed_at timestamptz,
  -- The week of the last report that was put in line.
  last_week date,
  primary key (user_id, club_tag)
);
create index week_mails_club on week_mails (club_tag);

-- What users keep about clubs and players. Local tables: rows of users, unique by them.

create table favourites (
  user_id bigint not null references users (id) on delete cascade,
  type text not null check (type in ('club', 'player')),
  tag text not null,
  -- The order of the board. Places need not follow each other.
  place integer not null,
  primary key (user_id, type, tag)
);

-- When a user last looked at a club, a player or the dashboard, so that pages tell on every device what changed since then.
create table user_visits (
  user_id bigint not null references users (id) on delete cascade,
  -- A tag, or `dashboard`.
  tag text not null,
  at timestamptz not null,
  primary key (user_id, tag)
);

-- Finding a club, and comparing clubs that are alike.

-- What clubs are compared by, made once a day from their members (directory/club-profiles.ts). Nobody is named in it, and
-- it is made anew after an import. A local table.
create table club_profiles (
  tag text collate "C" primary key,
  made_on date not null,
  -- The figures of the comparison; null where not known (docs/formulas.md#similar-clubs).
  median_trophies integer,
  median_gain real,
  retention_90d real,
  evenness real,
  -- Activity scores of the members who have one, whole numbers.
  activities smallint[] not null,
  -- Shares of the members' battles by UTC hour, 24 of them, and by mode; null with fewer than 8 members whose battles are known.
  hours real[],
  modes jsonb
);
create index club_profiles_made_on on club_profiles (made_on);

-- What a club says that it looks for, in its leaders' own words. `desk` as in the other tables of the desk.
create table club_notices (
  desk text primary key,
  text text not null,
  languages text[] not null,
  min_trophies integer,
  changed_at timestamptz not null,
  version integer not null
);

-- By which factors forecasts are widened, fitted every month to the installation's own history, and how often ranges held in
-- the month before. A row for each distance in days.
create table forecast_fits (
  -- 'player' or 'club'.
  kind text not null,
  made_on date not null,
  days integer not null,
  factor double precision not null,
  -- Ranges that were checked, and those that held.
  windows integer not null,
  held integer not null,
  primary key (kind, made_on, days)
);

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

-- Proofs of the last day that a player is a visitor's: to link the player, or to have them hidden, deleted or shown.
create table proofs (
  id_hash bytea primary key,
  -- Proofs under one key are never open at the same time: the player's tag, in the demo a key of the visitor's session.
  key text not null,
  player_tag text not null,
  wish text not null check (wish in ('link', 'hide', 'delete', 'show')),
  -- Null where no account is needed.
  user_id bigint references users (id) on delete cascade,
  -- Who asked: a hash of the network.
  network bytea not null,
  asked_at timestamptz not null,
  -- When the proofs before it are over.
  starts_at timestamptz not null,
  expires_at timestamptz not null,
  -- The icon that was worn at the start; null until it was read.
  icon_before integer,
  icon_now integer,
  steps_done smallint not null default 0,
  reads smallint not null default 0,
  read_at timestamptz,
  done_at timestamptz
);
create index proofs_key on proofs (key);
create index proofs_player on proofs (player_tag);
create index proofs_user on proofs (user_id);
create index proofs_network on proofs (network);

-- Searching inside names: needs pg_trgm, which some servers do not have or do not let us create. Without it the search
-- reads every row's text; everything else works the same.
do $$
begin
  create extension if not exists pg_trgm;
  create index player_summaries_search on player_summaries using gin (search_text gin_trgm_ops);
  create index club_summaries_search on club_summaries using gin (search_text gin_trgm_ops);
exception
  when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
    raise notice 'pg_trgm is not available: searching by name will be slower';
end
$$;
