-- What the collector notes beside the time a target is due.

-- Since when the game says that there is no such tag. Polled rarely; what was observed before stays.
alter table collection_targets add column gone_at timestamptz;

-- Last time a process still met the trouble: one that dies in the midst of it ends nothing.
alter table incidents add column seen_at timestamptz;
create unique index incidents_ongoing on incidents (kind) where ended_at is null;
create index incidents_started_at on incidents (started_at);
