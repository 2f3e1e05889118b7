-- The leader's desk: what a club's proven leaders see and remember. Local tables.

-- Which club a user named as theirs.
alter table users add column my_club text;

-- The players that users have proven to be theirs.
create table linked_players (
  user_id bigint not null references users (id) on delete cascade,
  player_tag text not null,
  linked_at timestamptz not null,
  -- The link by which absences are reported without signing in: a hash, the club it is for, and its end.
  link_hash bytea,
  link_club text,
  link_until timestamptz,
  primary key (user_id, player_tag)
);
create index linked_players_tag on linked_players (player_tag);
create unique index linked_players_link on linked_players (link_hash);

-- Proofs of the last day, one of them open at a time for each user.
create table desk_proofs (
  id_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  player_tag text not null,
  icon_before integer not null,
  icon_one integer not null,
  icon_two integer not null,
  icon_now integer not null,
  reads integer not null default 1,
  read_at timestamptz not null,
  one_seen_at timestamptz,
  proven_at timestamptz,
  begun_at timestamptz not null,
  expires_at timestamptz not null
);
create index desk_proofs_user on desk_proofs (user_id);

-- In the tables below `desk` is the club's tag, or the name of a desk that a visitor of the demo tries.

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
