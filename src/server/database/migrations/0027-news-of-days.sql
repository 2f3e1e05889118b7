-- Until when the days of a channel's club were looked at for news, and what of the last two days is told already, as hashes.
-- Null: the next look tells nothing, since the channel is new, or was paused or switched off.
alter table club_channels
  add column days_seen_at timestamptz,
  add column days_told jsonb not null default '[]';
