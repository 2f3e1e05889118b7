-- Trophies of the very first observation: gains count from it, and milestones below it have no date. The daily series
-- keeps only the close of that day, and raw observations are dropped after a while.

alter table players add column first_trophies integer;
alter table clubs add column first_trophies integer;
