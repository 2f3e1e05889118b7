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
insert into due_brawler_players select distinct player_tag from player_battle_months;
