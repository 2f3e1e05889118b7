-- Spreads the history over the workers of a Citus cluster (Citus 13.2 or newer). `npm run distribute` runs it on the
-- coordinator, one statement at a time, because each copies a table. Distributed tables are left alone.
--
-- The history grows with players and days, so it is distributed by tag. Tables that are read across all tags (the directory
-- of browse and search), claimed (the queue) or unique by another column (users) stay on the coordinator.
--
-- local: users, user_sessions, api_keys, guest_sessions, throttle_windows, login_tries
-- local: mail_links, known_sign_ins, week_mails
-- local: clubs, players, club_members, former_names, tombstones, due_replays
-- local: player_summaries, club_summaries, club_profiles, club_notices, entity_counts, trophy_counts, arrivals, hourly_work, visits
-- local: linked_players, proofs, club_staff, club_rules, member_marks, absences, queue_decisions, desk_log, week_reports, club_goals
-- local: discord_links
-- local: battle_maps, due_battle_months, due_meta_weeks, meta_weeks, meta_turns, rotation_events
-- local: brawler_players, due_brawler_players, forecast_fits
-- local: favourites, user_visits, player_reviews, club_reviews
-- local: outbox, send_limits, club_channels
-- local: collection_targets, rankings, brawlers, game_modes, incidents, glitches, settings, announcements, migrations

-- By player.
select create_distributed_table('player_months', 'player_tag', colocate_with => 'none')
  where not exists (select from pg_dist_partition where logicalrelid = 'player_months'::regclass);
select create_distributed_table('player_resets', 'player_tag', colocate_with => 'player_months')
  where not exists (select from pg_dist_partition where logicalrelid = 'player_resets'::regclass);
select create_distributed_table('player_answers', 'player_tag', colocate_with => 'player_months')
  where not exists (select from pg_dist_partition where logicalrelid = 'player_answers'::regclass);
select create_distributed_table('player_battles', 'player_tag', colocate_with => 'player_months')
  where not exists (select from pg_dist_partition where logicalrelid = 'player_battles'::regclass);
select create_distributed_table('player_battle_months', 'player_tag', colocate_with => 'player_months')
  where not exists (select from pg_dist_partition where logicalrelid = 'player_battle_months'::regclass);
select create_distributed_table('battle_log_coverage', 'player_tag', colocate_with => 'player_months')
  where not exists (select from pg_dist_partition where logicalrelid = 'battle_log_coverage'::regclass);
select create_distributed_table('player_profiles', 'player_tag', colocate_with => 'player_months')
  where not exists (select from pg_dist_partition where logicalrelid = 'player_profiles'::regclass);

-- By club.
select create_distributed_table('club_months', 'club_tag', colocate_with => 'none')
  where not exists (select from pg_dist_partition where logicalrelid = 'club_months'::regclass);
select create_distributed_table('club_resets', 'club_tag', colocate_with => 'club_months')
  where not exists (select from pg_dist_partition where logicalrelid = 'club_resets'::regclass);
select create_distributed_table('club_answers', 'club_tag', colocate_with => 'club_months')
  where not exists (select from pg_dist_partition where logicalrelid = 'club_answers'::regclass);
select create_distributed_table('roster_events', 'club_tag', colocate_with => 'club_months')
  where not exists (select from pg_dist_partition where logicalrelid = 'roster_events'::regclass);

-- By neither: a battle belongs to all its participants.
select create_distributed_table('battles', 'battle_key', colocate_with => 'none')
  where not exists (select from pg_dist_partition where logicalrelid = 'battles'::regclass);
