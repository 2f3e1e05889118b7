-- Since when scans of the club are held back, because they take too much at once; null where the last one was believed.
alter table clubs add column held_since timestamptz;
