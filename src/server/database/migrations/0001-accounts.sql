-- Users, their sessions, and guests. Local tables: few rows, unique by things other than a tag.

create table users (
  id bigint generated always as identity primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  search_count integer not null default 0,
  search_history text[] not null default '{}',
  created_at timestamptz not null
);
-- Bob and bob are one person.
create unique index users_username_key on users (lower(username));
create unique index users_email_key on users (lower(email));

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
