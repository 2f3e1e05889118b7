import { Gauge, type Registry } from 'prom-client'
import type { Status } from '../read-status.ts'

/** What each gauge shows, in the units its name says. */
const GAUGES: Record<string, { help: string; of: (status: Status) => number | null }> = {
  delphin_tracked_clubs: { help: 'Clubs that are stored', of: (status) => status.tracked_clubs },
  delphin_tracked_players: { help: 'Players that are stored', of: (status) => status.tracked_players },
  delphin_observation_age_median_seconds: {
    help: 'Half of the tracked clubs and players were seen this long ago or less',
    of: (status) => status.observation_age_seconds.median,
  },
  delphin_observation_age_p95_seconds: {
    help: 'All but one in twenty were seen this long ago or less',
    of: (status) => status.observation_age_seconds.p95,
  },
  delphin_queue_due: { help: 'Targets whose turn has come', of: (status) => status.queue.due },
  delphin_queue_oldest_seconds: {
    help: 'Longest wait of a due target',
    of: ({ queue }) => queue.oldest_due_seconds ?? 0,
  },
  delphin_incidents_open: {
    help: 'Incidents that go on',
    of: ({ incidents }) => incidents.filter((incident) => incident.ended_at === null).length,
  },
  delphin_storage_writable: {
    help: '0 while the disk is full and nothing new is stored',
    of: ({ storage }) => (storage.writable ? 1 : 0),
  },
  delphin_backup_failed: {
    help: '1 after a scheduled backup that could not be made',
    of: ({ storage }) => (storage.backup_failed ? 1 : 0),
  },
  delphin_set_aside: { help: 'Glitches set aside today and yesterday', of: (status) => status.set_aside },
}

/** Figures out of the store. Without an answer of it they are not numbers, and `delphin_store_up` says why. */
export function statusGauges(registry: Registry): (status: Status | null) => void {
  const gauges = Object.entries(GAUGES).map(([name, { help, of }]) => ({
    gauge: new Gauge({ name, help, registers: [registry] }),
    of,
  }))
  const up = new Gauge({ name: 'delphin_store_up', help: '1 while the store answers', registers: [registry] })
  return (status) => {
    up.set(status === null ? 0 : 1)
    for (const { gauge, of } of gauges) gauge.set((status && of(status)) ?? Number.NaN)
  }
}
