-- Spreads the history over the workers of a Citus cluster (Citus 13.2 or newer). Run by `npm run distribute`, or by psql,
-- on the coordinator: a statement at a time, since each copies a table. What is distributed already is left alone.
--
-- The history grows with players and days, so it is cut by tag. What is read across all tags (the directory that browsing
-- and searching use), claimed (the queue) or unique by something else (users) stays on the coordinator.
--
-- local: users, user_sessions, api_keys, guest_sessions, throttle_windows, login_tries
-- local: clubs, players, club_members, former_names, tombstones, privacy_requests
-- local: player_summaries, club_summaries, entity_counts, trophy_counts, arrivals, hourly_work, visits
-- local: collection_targets, rankings, brawlers, incidents, glitches, settings, migrations

set citus.shard_count = 32;

-- Of a player.
select create_distributed_table('player_months', 'player_tag', colocate_with => 'none')
  where not exists (select from pg_dist_partition where logicalrelid = 'player_months'::regclass);
select create_distributed_table('player_resets', 'player_tag', colocate_with => 'player_months')
  where not exists (select from pg_dist_partition where logicalrelid = 'player_resets'::regclass);
select create_distributed_table('observations', 'player_tag', colocate_with => 'player_months')
  where not exists (select from pg_dist_partition where logicalrelid = 'observations'::regclass);
select create_distributed_table('player_battles', 'player_tag', colocate_with => 'player_months')
  where not exists (select from pg_dist_partition where logicalrelid = 'player_battles'::regclass);
select create_distributed_table('battle_log_coverage', 'player_tag', colocate_with => 'player_months')
  where not exists (select from pg_dist_partition where logicalrelid = 'battle_log_coverage'::regclass);
select create_distributed_table('player_profiles', 'player_tag', colocate_with => 'player_months')
  where not exists (select from pg_dist_partition where logicalrelid = 'player_profiles'::regclass);

-- Of a club.
select create_distributed_table('club_months', 'club_tag', colocate_with => 'none')
  where not exists (select from pg_dist_partition where logicalrelid = 'club_months'::regclass);
select create_distributed_table('club_resets', 'club_tag', colocate_with => 'club_months')
  where not exists (select from pg_dist_partition where logicalrelid = 'club_resets'::regclass);
select create_distributed_table('roster_events', 'club_tag', colocate_with => 'club_months')
  where not exists (select from pg_dist_partition where logicalrelid = 'roster_events'::regclass);

-- Of neither: a battle belongs to all who fought it.
select create_distributed_table('battles', 'battle_key', colocate_with => 'none')
  where not exists (select from pg_dist_partition where logicalrelid = 'battles'::regclass);
