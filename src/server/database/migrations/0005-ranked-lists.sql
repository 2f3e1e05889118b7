-- By what browse sorts players, of the last one or two months; null where no profile told it.
alter table player_summaries
  add column ranked_rating smallint,
  -- In the game's words, like MYTHIC II.
  add column ranked_tier text,
  add column prestige smallint;
create index player_summaries_by_ranked on player_summaries (ranked_rating desc nulls last, trophies desc, tag);
create index player_summaries_by_prestige on player_summaries (prestige desc nulls last, trophies desc, tag);
create index player_facets_by_ranked on player_summaries (facet, ranked_rating desc nulls last, trophies desc, tag);
create index player_facets_by_prestige on player_summaries (facet, prestige desc nulls last, trophies desc, tag);
