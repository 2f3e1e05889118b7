-- A store as version 0.1.0 made it. It is never changed.

create table users (
  id bigint generated always as identity primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  search_count integer not null default 0,
  search_history text[] not null default '{}',
  created_at timestamptz not null,
  my_club text,
  email_confirmed_at timestamptz
);
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
  observed_days integer not null default 1,
  first_trophies integer,
  country_at timestamptz,
  members_complete boolean not null default true,
  held_since timestamptz
) with (fillfactor = 80);

create table players (
  tag text primary key,
  name text not null,
  name_color text,
  icon_id integer,
  trophies integer not null,
  roster_trophies integer,
  club_tag text,
  role text,
  country text,
  first_seen_at timestamptz not null,
  observed_at timestamptz not null,
  changed_at timestamptz,
  last_battle_at timestamptz,
  first_trophies integer,
  log_until timestamptz,
  country_at timestamptz
) with (fillfactor = 80);
create index players_club_tag on players (club_tag);
create table player_profiles (
  player_tag text primary key,
  read_at timestamptz not null,
  highest_trophies integer,
  exp_level integer,
  victories_3vs3 integer,
  victories_solo integer,
  victories_duo integer,
  brawlers jsonb not null
);
create table former_names (
  tag text not null,
  type text not null check (type in ('club', 'player')),
  name text not null,
  last_seen_at timestamptz not null,
  primary key (tag, type, name)
);
create table player_months (
  player_tag text not null,
  month date not null,
  trophies integer[] not null,
  changes smallint[] not null,
  scans smallint[] not null,
  estimated smallint[] not null default '{NULL}',
  primary key (player_tag, month)
) with (fillfactor = 80);

create table club_months (
  club_tag text not null,
  month date not null,
  trophies integer[] not null,
  members smallint[] not null,
  scans smallint[] not null,
  joined integer[] not null default '{NULL}',
  departed integer[] not null default '{NULL}',
  primary key (club_tag, month)
) with (fillfactor = 80);
create table player_resets (
  player_tag text not null,
  day date not null,
  trophies integer not null,
  club_tag text default '',
  primary key (player_tag, day)
);

create table club_resets (
  club_tag text not null,
  day date not null,
  trophies integer not null,
  primary key (club_tag, day)
);
create table club_members (
  club_tag text not null,
  player_tag text not null,
  role text not null,
  trophies integer not null,
  first_seen_at timestamptz not null,
  joined_at timestamptz,
  left_at timestamptz,
  name text,
  primary key (club_tag, player_tag)
) with (fillfactor = 80);
create index club_members_player on club_members (player_tag);

create table roster_events (
  club_tag text not null,
  id bigint generated always as identity,
  kind text not null,
  player_tag text,
  player_name text,
  before text,
  after text,
  observed_after timestamptz,
  observed_at timestamptz not null,
  primary key (club_tag, id)
);
create index roster_events_player_tag on roster_events (player_tag);

create table battles (
  battle_key uuid not null,
  battle_time timestamptz not null,
  results bigint not null,
  owners integer not null,
  sides bytea not null,
  primary key (battle_key, battle_time)
) partition by range (battle_time);
create table player_battles (
  player_tag text not null,
  day date not null,
  sides bytea not null,
  keys bytea not null,
  primary key (player_tag, day)
) partition by range (day);
create table battle_log_coverage (
  player_tag text not null,
  covered_from timestamptz not null,
  covered_to timestamptz not null,
  overflow boolean not null,
  whole boolean not null default false,
  primary key (player_tag, covered_from)
);

create table collection_targets (
  kind text not null,
  key text not null,
  class smallint not null,
  due_at timestamptz not null,
  leased_until timestamptz,
  interval_seconds integer not null,
  failures integer not null default 0,
  last_error text,
  collected_at timestamptz,
  wanted_at timestamptz,
  gone_at timestamptz,
  primary key (kind, key)
);
create index collection_targets_due on collection_targets (class, due_at);

create table rankings (
  type text not null,
  country text not null,
  brawler_id integer not null,
  collected_at timestamptz not null,
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
  seen_at timestamptz
);
create unique index incidents_ongoing on incidents (kind) where ended_at is null;
create index incidents_started_at on incidents (started_at);
create table glitches (
  kind text not null,
  day date not null,
  count integer not null,
  primary key (kind, day)
);
create table settings (
  key text primary key,
  value jsonb not null
);

create table player_summaries (
  tag text collate "C" primary key,
  name text not null,
  name_folded text collate "C" not null,
  search_text text collate "C" not null,
  trophies integer not null,
  club_tag text collate "C",
  country text,
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
  summarised_on date not null,
  short_grams text[] collate "C"
) with (fillfactor = 80);
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
  ghosts smallint,
  growth_7d integer,
  growth_from integer,
  growth_7d_percent double precision,
  popularity_weight integer not null default 0,
  analytics_available boolean not null,
  created_at timestamptz not null,
  summarised_on date not null,
  short_grams text[] collate "C",
  entry text,
  required_trophies integer,
  active_members smallint,
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
create index club_summaries_by_trophies on club_summaries (trophies desc, tag);
create index club_summaries_short_grams on club_summaries using gin (short_grams) where short_grams is not null;
create index club_facets_by_trophies on club_summaries (facet, trophies desc, tag);
create index club_summaries_by_growth on club_summaries (growth_7d_percent desc nulls last, trophies desc, tag);
create index club_facets_by_growth on club_summaries (facet, growth_7d_percent desc nulls last, trophies desc, tag);
create table entity_counts (
  type text not null,
  facet smallint not null,
  thousand integer not null,
  entities integer not null,
  available integer not null,
  scored integer not null,
  activity_tenths bigint not null,
  part smallint not null default 0,
  primary key (type, facet, thousand, part)
) with (fillfactor = 50);
create table trophy_counts (
  hundred integer not null,
  players integer not null,
  part smallint not null default 0,
  primary key (hundred, part)
) with (fillfactor = 50);
create table arrivals (
  day date not null,
  type text not null,
  entities integer not null,
  part smallint not null default 0,
  primary key (day, type, part)
);
create table hourly_work (
  hour timestamptz not null,
  updates integer not null,
  summaries integer not null,
  part smallint not null default 0,
  primary key (hour, part)
) with (fillfactor = 50);
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
create table tombstones (
  tag text primary key,
  wish text not null check (wish in ('hide', 'delete')),
  alias text not null unique,
  since timestamptz not null,
  deletes_at timestamptz
);
create table throttle_windows (
  key bytea primary key,
  used integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);
create table login_tries (
  account bytea not null,
  network bytea not null,
  tries integer not null,
  last_at timestamptz not null,
  known_until timestamptz,
  primary key (account, network)
) with (fillfactor = 50);
create unlogged table announcements (
  sender text not null,
  number integer not null,
  topics text[] not null,
  announced_at timestamptz not null,
  primary key (sender, number)
);
create index announcements_announced_at on announcements (announced_at);
create table club_answers (
  club_tag text not null,
  day date not null,
  entries text not null,
  primary key (club_tag, day)
) partition by range (day);
create table player_answers (
  player_tag text not null,
  day date not null,
  entries text not null,
  primary key (player_tag, day)
) partition by range (day);
create table due_replays (
  type text not null,
  tag text not null,
  primary key (type, tag)
);
create table player_battle_months (
  player_tag text not null,
  month date not null,
  battles integer not null,
  totals bytea not null,
  primary key (player_tag, month)
);
create table battle_maps (
  event_id integer primary key,
  mode text not null,
  map text not null,
  seen_on date not null
);
create table due_battle_months (
  player_tag text not null,
  month date not null,
  primary key (player_tag, month)
);

create table due_meta_weeks (
  week date primary key
);
create table linked_players (
  user_id bigint not null references users (id) on delete cascade,
  player_tag text not null,
  linked_at timestamptz not null,
  link_hash bytea,
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
create table desk_log (
  id bigint generated always as identity primary key,
  desk text not null,
  at timestamptz not null,
  kind text not null,
  author_id bigint references users (id) on delete set null,
  player_tag text,
  text text not null,
  record text not null,
  undo jsonb not null,
  undoes bigint
);
create index desk_log_desk on desk_log (desk, id desc);
create index desk_log_player on desk_log (player_tag);
create index desk_log_author on desk_log (author_id);

create table week_reports (
  desk text not null,
  week date not null,
  report jsonb not null,
  made_at timestamptz not null,
  published boolean not null default false,
  version integer not null default 0,
  primary key (desk, week)
);
create table meta_weeks (
  family text not null,
  mode text not null,
  event_id integer not null,
  week date not null,
  battles integer not null,
  all_battles integer not null,
  newest_at timestamptz not null,
  people bytea not null,
  unknown bytea not null,
  likely_bots bytea not null,
  bots bytea not null,
  primary key (family, event_id, mode, week)
);
create table meta_turns (
  week date primary key,
  until timestamptz not null
);
create table rotation_events (
  event_id integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  mode text not null,
  map text,
  seen_at timestamptz not null,
  primary key (event_id, starts_at)
);
create table brawler_players (
  player_tag text not null,
  family text not null,
  brawler_id integer not null,
  since date not null,
  wins integer not null,
  losses integer not null,
  draws integer not null,
  prior double precision not null,
  low double precision not null,
  primary key (player_tag, family, brawler_id)
);
create index brawler_players_best on brawler_players (family, brawler_id, low desc, player_tag);
create table due_brawler_players (
  player_tag text primary key
);

create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  channel text not null,
  event text not null,
  dedupe_key text not null,
  payload jsonb,
  key_id text,
  nonce bytea,
  sealed bytea,
  due_at timestamptz not null,
  tries smallint not null default 0,
  unsure smallint not null default 0,
  leased_until timestamptz,
  state text not null default 'due' check (state in ('due', 'sent', 'given_up')),
  reason text,
  receipt text,
  created_at timestamptz not null,
  ended_at timestamptz
) with (fillfactor = 80);
create unique index outbox_once on outbox (channel, dedupe_key);
create index outbox_due on outbox (due_at, id) where state = 'due';
create index outbox_order on outbox (channel, due_at, id) where state = 'due';
create index outbox_ended on outbox (ended_at) where state <> 'due';
create table send_limits (
  name text primary key,
  used integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);

create table club_channels (
  id bigint generated always as identity primary key,
  desk text not null,
  slot smallint not null,
  name text not null,
  webhook text not null,
  key_id text not null,
  nonce bytea not null,
  sealed bytea not null,
  posts jsonb not null,
  language text not null,
  time_zone text not null,
  quiet_from smallint,
  quiet_until smallint,
  paused boolean not null default false,
  off_reason text,
  tested_at timestamptz,
  posted_until timestamptz not null,
  board_message text,
  board_hash text,
  author_id bigint references users (id) on delete set null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  version integer not null,
  days_seen_at timestamptz,
  days_told jsonb not null default '[]'
);
create unique index club_channels_slot on club_channels (desk, slot);
create unique index club_channels_webhook on club_channels (desk, webhook);
create index club_channels_author on club_channels (author_id);
create table discord_links (
  discord_user text primary key,
  player_tag text not null,
  used_at timestamptz not null
);
create index discord_links_player_tag on discord_links (player_tag);
create index discord_links_used_at on discord_links (used_at);
create table mail_links (
  secret_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'reset', 'operator', 'week', 'unsubscribe')),
  club_tag text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_links_user on mail_links (user_id);
create index mail_links_expires_at on mail_links (expires_at);
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
  confirmed_at timestamptz,
  last_week date,
  primary key (user_id, club_tag)
);
create index week_mails_club on week_mails (club_tag);

create table favourites (
  user_id bigint not null references users (id) on delete cascade,
  type text not null check (type in ('club', 'player')),
  tag text not null,
  place integer not null,
  primary key (user_id, type, tag)
);
create table user_visits (
  user_id bigint not null references users (id) on delete cascade,
  tag text not null,
  at timestamptz not null,
  primary key (user_id, tag)
);
create table club_profiles (
  tag text collate "C" primary key,
  made_on date not null,
  median_trophies integer,
  median_gain real,
  retention_90d real,
  evenness real,
  activities smallint[] not null,
  hours real[],
  modes jsonb
);
create index club_profiles_made_on on club_profiles (made_on);
create table club_notices (
  desk text primary key,
  text text not null,
  languages text[] not null,
  min_trophies integer,
  changed_at timestamptz not null,
  version integer not null
);
create table forecast_fits (
  kind text not null,
  made_on date not null,
  days integer not null,
  factor double precision not null,
  windows integer not null,
  held integer not null,
  primary key (kind, made_on, days)
);
create table player_reviews (
  player_tag text not null,
  period text not null,
  user_id bigint not null,
  review jsonb not null,
  shared_at timestamptz not null,
  primary key (player_tag, period),
  foreign key (user_id, player_tag) references linked_players (user_id, player_tag) on delete cascade
);
create index player_reviews_user on player_reviews (user_id, player_tag);
create table club_reviews (
  desk text not null,
  period text not null,
  review jsonb not null,
  shared_at timestamptz,
  changed_at timestamptz not null,
  version integer not null,
  primary key (desk, period)
);
create table proofs (
  id_hash bytea primary key,
  key text not null,
  player_tag text not null,
  wish text not null check (wish in ('link', 'hide', 'delete', 'show')),
  user_id bigint references users (id) on delete cascade,
  network bytea not null,
  asked_at timestamptz not null,
  starts_at timestamptz not null,
  expires_at timestamptz not null,
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

-- Rows, so that a migration meets some.
insert into users (username, email, password_hash, created_at) values ('eve', 'eve@example.org', 'hash', '2026-11-23T08:00Z');
insert into clubs (tag, name, trophies, member_count, first_seen_at, observed_at)
  values ('#2PP', 'Pod', 900000, 30, '2026-11-01T08:00Z', '2026-11-23T08:00Z');
insert into players (tag, name, trophies, club_tag, role, first_seen_at, observed_at)
  values ('#8QR', 'Ada', 45000, '#2PP', 'member', '2026-11-01T08:00Z', '2026-11-23T08:00Z');
insert into player_months (player_tag, month, trophies, changes, scans) values ('#8QR', '2026-11-01', '{44900,45000}', '{0,12}', '{24,24}');
insert into settings values ('demo', '{"epoch": "2026-11-01T00:00:00.000Z"}');
insert into migrations values ('0001-schema', '2026-11-23T08:00Z');
