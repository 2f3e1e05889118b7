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

-- The default has one element, since an empty array would begin with the first day that is written.
-- estimated: how many of a day's changes are estimates, because no battle log covers the time.
alter table player_months add column estimated smallint[] not null default '{NULL}';
-- Trophies that joiners brought, and that leavers took along (0 or less), from scan to scan. Null: not known.
alter table club_months add column joined integer[] not null default '{NULL}';
alter table club_months add column departed integer[] not null default '{NULL}';

-- In which club the player was then: its line has the same reset. Null: in none. '' in rows of earlier versions, which
-- do not tell it, and whose club has its reset already.
alter table player_resets add column club_tag text default '';
-- What the club's list called the member last.
alter table club_members add column name text;
-- To find the clubs whose lists a player was in.
create index club_members_player on club_members (player_tag);
-- Up to when a battle log of the player tells of all battles.
alter table players add column log_until timestamptz;
-- When a ranking told the country last.
alter table players add column country_at timestamptz;
alter table clubs add column country_at timestamptz;
-- Whether the last list held all members. If not, it does not tell that the others were seen.
alter table clubs add column members_complete boolean not null default true;
-- The span begins with a log that held all battles there were, so nothing was missed before it.
alter table battle_log_coverage add column whole boolean not null default false;

-- Whose history must be computed again from the raw answers, because an older answer came in late.
create table due_replays (
  type text not null,
  tag text not null,
  primary key (type, tag)
);

-- The observations of earlier versions become answers of the kind 'o', of the kind 'O' where a reset took the trophies.
do $$
declare week date;
begin
  for week in select distinct date_trunc('week', observed_at at time zone 'UTC')::date from observations loop
    execute format('create table player_answers_%s partition of player_answers for values from (%L) to (%L)',
      to_char(week, 'YYYYMMDD'), week, week + 7);
  end loop;
end
$$;
insert into player_answers (player_tag, day, entries)
  select player_tag, day, string_agg(json_build_array(ms, kind, json_build_object('T', trophies))::text || E'\n', '' order by ms)
  from (
    select player_tag, trophies, (observed_at at time zone 'UTC')::date as day,
      case when source::text <> lower(source::text) then 'O' else 'o' end as kind,
      (extract(epoch from (observed_at at time zone 'UTC')::time) * 1000)::integer as ms
    from observations
  ) seen
  group by player_tag, day;
insert into due_replays (type, tag) select distinct 'player', player_tag from player_answers;
-- Older days have no raw answers.
insert into settings (key, value)
  select 'raw_history', jsonb_build_object('since', min(day)) from player_answers having min(day) is not null;
drop table observations;
