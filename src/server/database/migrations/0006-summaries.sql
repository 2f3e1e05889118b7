-- What browse and the dashboard read: one row a club or player with its scores, written after each collection and once
-- a day. Local tables. Text that is sorted or matched has collation "C": the same order on every store.

create table player_summaries (
  tag text collate "C" primary key,
  name text not null,
  -- Lower case, without accents and markup.
  name_folded text collate "C" not null,
  -- Name, former names and tag, folded, one a line.
  search_text text collate "C" not null,
  trophies integer not null,
  club_tag text collate "C",
  country text,
  -- Trophy band, region, activity class and membership in one number: see directory/facets.ts.
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
  -- The UTC day of the scores: a day later they have decayed.
  summarised_on date not null
) with (fillfactor = 80);

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
  -- Null until there is enough history to call anyone a ghost.
  ghosts smallint,
  growth_7d integer,
  growth_from integer,
  growth_7d_percent double precision,
  popularity_weight integer not null default 0,
  analytics_available boolean not null,
  created_at timestamptz not null,
  summarised_on date not null
) with (fillfactor = 80);

-- Each sort twice: over all rows, and within a facet, so that a filtered page is merged from the tops of its facets.
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

-- What the dashboard looks for, among those with enough history.
create index player_growth on player_summaries (growth_7d_percent desc nulls last, trophies desc, tag) where analytics_available;
create index player_consistency on player_summaries (consistency_rating desc nulls last, trophies desc, tag) where analytics_available;
create index player_streak on player_summaries (longest_streak desc nulls last, trophies desc, tag) where analytics_available;
create index club_growth on club_summaries (growth_7d_percent desc nulls last, trophies desc, tag) where analytics_available;
create index club_liveliness on club_summaries (activity_score desc nulls last, trophies desc, tag) where analytics_available;
create index club_ghosts on club_summaries (ghosts, trophies desc, tag) where analytics_available;

-- Searching inside names: needs pg_trgm, which some servers do not have or do not let us create. Without it the search
-- reads every row's text; everything else works the same.
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

-- How many rows there are, by facet and thousand trophies: every total is a sum over these.
create table entity_counts (
  type text not null,
  facet smallint not null,
  thousand integer not null,
  entities integer not null,
  -- With enough history for analytics.
  available integer not null,
  -- With an activity score, and the sum of ten times those.
  scored integer not null,
  activity_tenths bigint not null,
  primary key (type, facet, thousand)
) with (fillfactor = 50);

-- Players by hundred trophies, for percentiles.
create table trophy_counts (
  hundred integer primary key,
  players integer not null
) with (fillfactor = 50);

-- Newly tracked clubs and players by the UTC day they were first seen.
create table arrivals (
  day date not null,
  type text not null,
  entities integer not null,
  primary key (day, type)
);

-- What collecting and scoring did, by the hour.
create table hourly_work (
  hour timestamptz primary key,
  updates integer not null,
  summaries integer not null
) with (fillfactor = 50);

-- Who looked at what in the last 7 days. The visitor is a keyed hash that nobody can undo once the day's key is gone.
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
