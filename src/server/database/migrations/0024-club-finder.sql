-- Finding a club, and comparing clubs that are alike.

-- What somebody who looks for a club asks first; beside the summary, since browse filters by it. Null: not known.
alter table club_summaries
  add column entry text,
  add column required_trophies integer,
  add column active_members smallint,
  -- Members known for 7 days or more, of whom the active ones are counted.
  add column known_members smallint;
update club_summaries s set entry = c.type, required_trophies = c.required_trophies
  from clubs c where c.tag = s.tag collate "C";

create index club_facets_by_trophies on club_summaries (facet, trophies desc, tag);
create index club_summaries_by_growth on club_summaries (growth_7d_percent desc nulls last, trophies desc, tag);
create index club_facets_by_growth on club_summaries (facet, growth_7d_percent desc nulls last, trophies desc, tag);

-- What clubs are compared by, made once a day from their members (directory/club-profiles.ts). Nobody is named in it, and
-- it is made anew after an import. A local table.
create table club_profiles (
  tag text collate "C" primary key,
  made_on date not null,
  -- The figures of the comparison; null where not known (docs/formulas.md#similar-clubs).
  median_trophies integer,
  median_gain real,
  retention_90d real,
  evenness real,
  -- Activity scores of the members who have one, whole numbers.
  activities smallint[] not null,
  -- Shares of the members' battles by UTC hour, 24 of them, and by mode; null with fewer than 8 members whose battles are known.
  hours real[],
  modes jsonb
);
create index club_profiles_made_on on club_profiles (made_on);

-- What a club says that it looks for, in its leaders' own words. `desk` as in the other tables of the desk.
create table club_notices (
  desk text primary key,
  text text not null,
  languages text[] not null,
  min_trophies integer,
  changed_at timestamptz not null,
  version integer not null
);
