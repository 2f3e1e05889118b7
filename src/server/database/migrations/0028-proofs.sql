drop table privacy_requests;
drop table desk_proofs;

-- Proofs of the last day that a player is a visitor's: to link the player, or to have them hidden, deleted or shown.
create table proofs (
  id_hash bytea primary key,
  -- Proofs under one key are never open at the same time: the player's tag, in the demo a key of the visitor's session.
  key text not null,
  player_tag text not null,
  wish text not null check (wish in ('link', 'hide', 'delete', 'show')),
  -- Null where no account is needed.
  user_id bigint references users (id) on delete cascade,
  -- Who asked: a hash of the network.
  network bytea not null,
  asked_at timestamptz not null,
  -- When the proofs before it are over.
  starts_at timestamptz not null,
  expires_at timestamptz not null,
  -- The icon that was worn at the start; null until it was read.
  icon_before integer,
  icon_now integer,
  steps_done smallint not null default 0,
  reads smallint not null default 0,
  read_at timestamptz,
  done_at timestamptz
);
create index proofs_key on proofs (key);
create index proofs_player on proofs (player_tag);
create index proofs_user on proofs (user_id);
create index proofs_network on proofs (network);

-- The desk that the link is for: the club's tag, or the key of a desk that is tried.
alter table linked_players rename column link_club to link_desk;
