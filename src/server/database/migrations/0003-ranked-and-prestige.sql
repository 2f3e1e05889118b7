-- A player's days in the Ranked mode and of prestige, packed, beside the trophies: see history/pack-ladder.ts. Null where no
-- profile of the month told of them.
alter table player_months add column ladder bytea;

-- What a player ever reached, with the days on which it was first seen: see history/ingest/player-records.ts.
alter table player_profiles add column records jsonb;
