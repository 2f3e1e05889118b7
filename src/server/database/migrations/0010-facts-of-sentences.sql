-- The facts of sentences that are stored, of which pages make them in their language; null of older rows.
alter table desk_log add column facts jsonb;
-- Of a warning that the queue suggested, while its text is as the desk wrote it.
alter table member_marks add column facts jsonb;
alter table outbox add column facts jsonb;
alter table club_channels add column off_facts jsonb;
