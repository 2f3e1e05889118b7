-- The game's modes by their numbers, as it lists them. Without those that it gives no name.
create table game_modes (
  id integer primary key,
  name text not null,
  seen_at timestamptz not null
);
