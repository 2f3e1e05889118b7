-- The middle tier and prestige of the members whose profile is known, with how many these are: see
-- directory/club-profiles.ts. Null where too few are known (docs/formulas.md#finding-a-club).
alter table club_profiles add column ranked jsonb;
