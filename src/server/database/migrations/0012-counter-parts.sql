-- Transactions that count at the same time do so in different parts, so that none waits for another. A total is the sum
-- over the parts; a job moves them into part 0.
alter table entity_counts drop constraint entity_counts_pkey, add column part smallint not null default 0,
  add primary key (type, facet, thousand, part);
alter table trophy_counts drop constraint trophy_counts_pkey, add column part smallint not null default 0,
  add primary key (hundred, part);
alter table arrivals drop constraint arrivals_pkey, add column part smallint not null default 0,
  add primary key (day, type, part);
alter table hourly_work drop constraint hourly_work_pkey, add column part smallint not null default 0,
  add primary key (hour, part);
