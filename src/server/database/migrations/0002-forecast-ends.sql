-- Each end of a forecast's range is fitted by itself. The job fits anew where no fit is stored.
drop table forecast_fits;

-- By which factors the ends of forecasts are moved from their middle, fitted every month to the installation's own history,
-- and how often what came lay beyond them in the month before. A row for each distance in days.
create table forecast_fits (
  -- 'player' or 'club'.
  kind text not null,
  made_on date not null,
  days integer not null,
  low double precision not null,
  high double precision not null,
  -- Ranges that were checked, and those that what came lay below or above.
  windows integer not null,
  below integer not null,
  above integer not null,
  primary key (kind, made_on, days)
);
