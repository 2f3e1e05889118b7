-- One or two letters beyond ASCII are a word in many scripts, and too few for the trigrams of search_text: each one and
-- each pair of the present and former names, see directory/searchable-names.ts. Null where there is none, as in names of
-- ASCII alone; and in rows from before, which get theirs with their next summary, a day later at most.
alter table player_summaries add column short_grams text[] collate "C";
alter table club_summaries add column short_grams text[] collate "C";

create index player_summaries_short_grams on player_summaries using gin (short_grams) where short_grams is not null;
create index club_summaries_short_grams on club_summaries using gin (short_grams) where short_grams is not null;
