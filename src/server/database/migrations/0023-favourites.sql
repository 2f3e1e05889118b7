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
