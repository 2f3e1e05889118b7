-- What one process tells the others that use this store: of what answers were made, so that they drop those. Read within
-- seconds and deleted after minutes, so it is neither logged nor part of a backup.
create unlogged table announcements (
  -- A process, by a name that it gave itself at its start; it numbers its announcements.
  sender text not null,
  number integer not null,
  topics text[] not null,
  announced_at timestamptz not null,
  primary key (sender, number)
);
create index announcements_announced_at on announcements (announced_at);
