-- By which factors forecasts are widened, fitted every month to the installation's own history, and how often ranges held in
-- the month before. A row for each distance in days.
create table forecast_fits (
  -- 'player' or 'club'.
  kind text not null,
  made_on date not null,
  days integer not null,
  factor double precision not null,
  -- Ranges that were checked, and those that held.
  windows integer not null,
  held integer not null,
  primary key (kind, made_on, days)
);
