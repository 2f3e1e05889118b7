-- A range of trophies is counted along this index, as that of players along theirs.
create index club_summaries_by_trophies on club_summaries (trophies desc, tag);
