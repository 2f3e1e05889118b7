-- What a club wants to reach, as its leaders set it at their desk. What came of it follows from the club's history.
create table club_goals (
  id bigint generated always as identity primary key,
  desk text not null,
  -- `total`: so many trophies in all; `gain`: so many more than before the first day.
  kind text not null,
  trophies integer not null,
  from_day date not null,
  -- The last day that counts.
  until_day date not null,
  author_id bigint references users (id) on delete set null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- When it was withdrawn; nobody is told of it after that.
  removed_at timestamptz,
  version integer not null default 1
);
create index club_goals_by_desk on club_goals (desk, id desc);
