-- A request to be hidden names two icons of its own, and a deletion waits for a day.

-- Open requests are proved by other changes of the icon. They are over within minutes.
delete from privacy_requests;
alter table privacy_requests
  drop column first_icon,
  drop column other_icon,
  -- Worn when the request was opened.
  add column icon_before integer not null,
  -- To be worn in this order.
  add column icon_one integer not null,
  add column icon_two integer not null,
  -- When the first of them was seen.
  add column one_seen_at timestamptz,
  -- Who asked: a hash of the network.
  add column network bytea not null;
create index privacy_requests_tag on privacy_requests (tag);

-- When the history of a hidden player is to be deleted, unless another request is proved before.
alter table tombstones add column deletes_at timestamptz;
