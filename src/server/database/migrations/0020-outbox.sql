-- What Delphin sends to people where they are: messages that are due, and the channels of clubs. Local tables.

create table outbox (
  id bigint generated always as identity primary key,
  -- Who delivers it: discord or mail.
  kind text not null,
  -- Where it goes. The messages of one channel are sent one after the other.
  channel text not null,
  -- What it tells.
  event text not null,
  -- A message with the same key is not put into the channel again.
  dedupe_key text not null,
  -- What it is made of: as JSON, or sealed where it holds a secret. Both are gone once the message is sent or given up.
  payload jsonb,
  key_id text,
  nonce bytea,
  sealed bytea,
  due_at timestamptz not null,
  tries smallint not null default 0,
  -- Sendings of which nobody knows whether they arrived.
  unsure smallint not null default 0,
  leased_until timestamptz,
  state text not null default 'due' check (state in ('due', 'sent', 'given_up')),
  -- Why the last try failed, or why it was given up.
  reason text,
  -- What the receiver calls the message.
  receipt text,
  created_at timestamptz not null,
  ended_at timestamptz
) with (fillfactor = 80);
create unique index outbox_once on outbox (channel, dedupe_key);
create index outbox_due on outbox (due_at, id) where state = 'due';
create index outbox_order on outbox (channel, due_at, id) where state = 'due';
create index outbox_ended on outbox (ended_at) where state <> 'due';

-- Limits of a receiver that hold over all processes: uses within a window, or a pause until its end.
create table send_limits (
  name text primary key,
  used integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);

create table club_channels (
  id bigint generated always as identity primary key,
  -- The club's tag, or the name of a desk that a visitor of the demo tries.
  desk text not null,
  -- The place of the channel at its desk, which bounds their number.
  slot smallint not null,
  name text not null,
  -- The number of the webhook, which is no secret, and the sealed address.
  webhook text not null,
  key_id text not null,
  nonce bytea not null,
  sealed bytea not null,
  posts jsonb not null,
  language text not null,
  time_zone text not null,
  -- Whole hours of the time zone between which nothing is sent; both null: there are none.
  quiet_from smallint,
  quiet_until smallint,
  paused boolean not null default false,
  -- Why it was switched off by an answer of the receiver.
  off_reason text,
  tested_at timestamptz,
  -- What was observed until then is posted.
  posted_until timestamptz not null,
  -- The message that is edited, and a hash of what it says.
  board_message text,
  board_hash text,
  author_id bigint references users (id) on delete set null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  version integer not null
);
create unique index club_channels_slot on club_channels (desk, slot);
create unique index club_channels_webhook on club_channels (desk, webhook);
create index club_channels_author on club_channels (author_id);
