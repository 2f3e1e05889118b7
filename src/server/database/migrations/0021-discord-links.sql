-- Which player an account of Discord calls theirs in slash commands. It is no proof and opens nothing. A link that nobody
-- uses for a year is deleted.
create table discord_links (
  discord_user text primary key,
  player_tag text not null,
  used_at timestamptz not null
);
create index discord_links_player_tag on discord_links (player_tag);
create index discord_links_used_at on discord_links (used_at);
