-- Battles with all their sides, packed (history/battles/pack-battles.ts). What is stored already is packed as far as it tells:
-- without teams, without the brawlers of others, and with an unknown lobby.
create temp table earlier_battles on commit drop as select * from battles;
create temp table earlier_sides on commit drop as select * from player_battles;
drop table battles;
drop table player_battles;

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

create function pg_temp.number_of(n bigint) returns bytea language plpgsql immutable as $$
declare
  bytes bytea := '';
begin
  while n >= 128 loop
    bytes := bytes || substr(int8send(n % 128 + 128), 8);
    n := n / 128;
  end loop;
  return bytes || substr(int8send(n), 8);
end
$$;

create function pg_temp.text_of(word text) returns bytea language sql immutable as $$
  select pg_temp.number_of(octet_length(convert_to(word, 'UTF8'))) || convert_to(word, 'UTF8')
$$;

create function pg_temp.word_of(known text, word text) returns bytea language sql immutable as $$
  select coalesce(
    pg_temp.number_of(array_position(string_to_array(known, ' '), coalesce(word, 'unknown')) - 1),
    '\xff' || pg_temp.text_of(word))
$$;

create function pg_temp.mode_of(mode text) returns bytea language sql immutable as $$
  select pg_temp.word_of('unknown soloShowdown duoShowdown heist bounty siege gemGrab brawlBall bigGame bossFight '
    'roboRumble takedown loneStar presentPlunder hotZone superCityRampage knockout volleyBrawl basketBrawl '
    'holdTheTrophy trophyThieves duels wipeout payload botDrop hunters lastStand snowtelThieves pumpkinPlunder '
    'trophyEscape wipeout5V5 knockout5V5 gemGrab5V5 brawlBall5V5 godzillaCitySmash paintBrawl trioShowdown '
    'zombiePlunder jellyfishing duoMegaBoss megaBoss loveBombing bombHeist shadowSmash shadowSmash5V5 brawlArena '
    'brawlHockey', mode)
$$;

create function pg_temp.event_of(id integer) returns bytea language sql immutable as $$
  select case when coalesce(id, 0) = 0 then '\x00'::bytea
    when id >= 15000000 then pg_temp.number_of(id - 15000000 + 2)
    else '\x01' || pg_temp.number_of(id) end
$$;

create function pg_temp.tag_of(tag text) returns bytea language plpgsql immutable as $$
declare
  number bigint := 0;
begin
  if tag !~ '^#[0289PYLQGRJCUV]{1,13}$' then
    return '\x01' || pg_temp.text_of(tag);
  end if;
  for place in 2..length(tag) loop
    number := number * 14 + strpos('0289PYLQGRJCUV', substr(tag, place, 1));
  end loop;
  return pg_temp.number_of(number + 1);
end
$$;

create function pg_temp.format_of(mode text, rank smallint) returns integer language sql immutable as $$
  select case when mode = 'duels' then 2 when rank is not null or mode ~* 'showdown$' then 1 else 0 end
$$;

create function pg_temp.key_of(key text) returns uuid language sql immutable as $$
  select case when key ~ '^[A-Za-z0-9_-]{22}$'
    then encode(decode(translate(key, '-_', '+/') || '==', 'base64'), 'hex')::uuid
    else md5(key)::uuid end
$$;

do $$
declare
  week date;
begin
  for week in
    select distinct date_trunc('week', battle_time at time zone 'UTC')::date from (
      select battle_time from earlier_battles union all select battle_time from earlier_sides) stored
  loop
    execute format('create table battles_%s partition of battles for values from (%L) to (%L)',
      to_char(week, 'YYYYMMDD'), week::timestamp at time zone 'UTC', (week + 7)::timestamp at time zone 'UTC');
    execute format('create table player_battles_%s partition of player_battles for values from (%L) to (%L)',
      to_char(week, 'YYYYMMDD'), week, week + 7);
  end loop;
end
$$;

insert into battles (battle_key, battle_time, results, owners, sides)
  select pg_temp.key_of(battle_key), battle_time, 0, 0,
    pg_temp.number_of(pg_temp.format_of(mode, null) + 8)
    || pg_temp.word_of('unknown ranked soloRanked teamRanked friendly challenge championshipChallenge tournament', type)
    || pg_temp.mode_of(mode) || pg_temp.event_of(event_id)
    || pg_temp.number_of(coalesce(duration_seconds + 1, 0)) || '\x0001'
    || pg_temp.number_of(least(cardinality(participants), 30))
    || coalesce((select string_agg(pg_temp.tag_of(tag), ''::bytea order by place)
         from unnest(participants) with ordinality as p(tag, place) where place <= 30), '')
  from earlier_battles;

insert into player_battles (player_tag, day, sides, keys)
  select player_tag, day,
    string_agg(pg_temp.number_of(second - before) || pg_temp.number_of(length(side)) || side, ''::bytea
      order by second, key),
    string_agg(uuid_send(key), ''::bytea order by second, key)
  from (
    select *, lag(second, 1, 0::bigint) over (partition by player_tag, day order by second, key) as before
    from (
      select s.player_tag, (s.battle_time at time zone 'UTC')::date as day, pg_temp.key_of(s.battle_key) as key,
        extract(epoch from (s.battle_time at time zone 'UTC')::time)::bigint as second,
        pg_temp.number_of(case when trophy_change < 0 then -2 * trophy_change - 1 else 2 * trophy_change end)
        || substr(int4send(
          case when coalesce(b.event_id, 0) = 0 then 0 when b.type = 'ranked' then 1
            when b.type in ('soloRanked', 'teamRanked') then 2 else 0 end
          + 4 * pg_temp.format_of(b.mode, s.rank)
          + case s.star_player when true then 128 when false then 64 else 0 end), 4)
        || substr(int4send(case when pg_temp.format_of(b.mode, s.rank) = 1
            then least(coalesce(s.rank, 0), 15)
              + case b.mode when 'soloShowdown' then 160 when 'duoShowdown' then 80 when 'trioShowdown' then 64 else 0 end
            else case s.result when 'victory' then 1 when 'defeat' then 2 when 'draw' then 3 else 0 end end), 4)
        || case when s.brawler_id is null then '\x00'::bytea else '\x01' end
        || pg_temp.mode_of(b.mode) || pg_temp.event_of(b.event_id)
        || case when s.brawler_id is null then ''::bytea else
          case when s.brawler_id < 16000000 then '\x00' || pg_temp.number_of(s.brawler_id)
            else pg_temp.number_of(s.brawler_id - 16000000 + 1) end
          || pg_temp.number_of(coalesce(s.brawler_trophies + 1, 0)) end
        || pg_temp.number_of(coalesce(b.duration_seconds + 1, 0)) as side
      from earlier_sides s
      left join earlier_battles b on b.battle_key = s.battle_key and b.battle_time = s.battle_time
    ) each_side
  ) placed
  group by player_tag, day;

insert into battle_maps (event_id, mode, map, seen_on)
  select distinct on (event_id) event_id, coalesce(mode, 'unknown'), map, (battle_time at time zone 'UTC')::date
  from earlier_battles where event_id > 0 and map is not null
  order by event_id, (battle_time at time zone 'UTC')::date desc, coalesce(mode, 'unknown') <> 'unknown' desc,
    mode collate "C" desc, map collate "C" desc;
insert into due_battle_months select distinct player_tag, date_trunc('month', day)::date from player_battles;
insert into due_meta_weeks select distinct date_trunc('week', battle_time at time zone 'UTC')::date from battles;
