-- Players who asked not to be shown, and how they prove that the player is theirs.

-- A player with a tombstone is shown nowhere and nothing is stored of them; after 'delete' nothing is left of them either.
create table tombstones (
  tag text primary key,
  wish text not null check (wish in ('hide', 'delete')),
  -- Stands for the player in the lists of clubs, whose totals stay right without a name and a tag.
  alias text not null unique,
  since timestamptz not null
);

-- The proof: the icon of the profile is changed and changed back while the request is open.
create table privacy_requests (
  id_hash bytea primary key,
  tag text not null,
  wish text not null check (wish in ('hide', 'delete', 'show')),
  first_icon integer not null,
  -- The other icon, once it was seen.
  other_icon integer,
  carried_out_at timestamptz,
  expires_at timestamptz not null
);
create index privacy_requests_expires_at on privacy_requests (expires_at);
