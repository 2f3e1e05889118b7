-- Mail: confirmed addresses, the links that mails carry, what sign-ins are known, and who wants the report of a club's week.
-- Local tables.

alter table users add column email_confirmed_at timestamptz;

-- Links work once. They stay for some days after their end, so that a used or expired one can be told from a made-up one.
create table mail_links (
  -- The store knows the hash alone.
  secret_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  -- operator: sets a new password as reset does, but was handed over by the operator and proves no address.
  purpose text not null check (purpose in ('confirm', 'reset', 'operator', 'week', 'unsubscribe')),
  -- Of the week's report.
  club_tag text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_links_user on mail_links (user_id);
create index mail_links_expires_at on mail_links (expires_at);

-- Browsers and networks that a user signed in from, as hashes.
create table known_sign_ins (
  user_id bigint not null references users (id) on delete cascade,
  trait bytea not null,
  seen_at timestamptz not null,
  primary key (user_id, trait)
);

create table week_mails (
  user_id bigint not null references users (id) on delete cascade,
  club_tag text not null,
  asked_at timestamptz not null,
  -- Null until the link in the mail was opened: nobody is written to who did not ask for it.
  confirmed_at timestamptz,
  -- The week of the last report that was put in line.
  last_week date,
  primary key (user_id, club_tag)
);
create index week_mails_club on week_mails (club_tag);
