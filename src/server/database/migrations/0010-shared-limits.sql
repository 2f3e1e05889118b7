-- Limits that hold over all processes of a site. Addresses and names are kept as hashes, and not for long.

-- Uses of something by a network within a window that began with the first of them.
create table throttle_windows (
  key bytea primary key,
  used integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);

-- Guesses at the password of an account, under the name as it was typed, whether or not there is such an account.
create table login_tries (
  account bytea not null,
  -- Where they came from; empty: all of them together, but for networks that are known.
  network bytea not null,
  tries integer not null,
  last_at timestamptz not null,
  -- Somebody with the right password logged in from there: strangers cannot hold that network up.
  known_until timestamptz,
  primary key (account, network)
) with (fillfactor = 50);

-- Who asks to be hidden is found in the events of all clubs while ingestion waits.
create index roster_events_player_tag on roster_events (player_tag);

-- Letters of ASCII alone are folded, the same on every store: what others do to the rest hangs on their locale, and a
-- Turkish one does not even take BILL for bill.
drop index users_username_key;
drop index users_email_key;
create unique index users_username_key on users (lower(username collate "C"));
create unique index users_email_key on users (lower(email collate "C"));
