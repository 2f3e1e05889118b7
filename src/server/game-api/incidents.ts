import type { Clock } from '#shared/clock.ts'

export type IncidentKind = 'throttled' | 'maintenance' | 'unavailable' | 'refused'

/** A stretch of time in which the game's API did not serve us as it should. */
export type Incident = { kind: IncidentKind; startedAt: Date; endedAt: Date | null; message: string }

const MESSAGES: Record<IncidentKind, string> = {
  throttled: 'The game asked us to slow down',
  maintenance: 'The game is in maintenance',
  unavailable: 'The game does not answer',
  refused: 'The game refuses our API key',
}

/** Worst first: what a single word of state should say. */
const BY_WEIGHT: IncidentKind[] = ['maintenance', 'refused', 'unavailable', 'throttled']

export type Incidents = ReturnType<typeof createIncidents>

/** Keeps the ongoing incidents, at most one of a kind, and reports each when it starts and when it ends. */
export function createIncidents(clock: Clock, report: (incident: Incident) => void) {
  const ongoing = new Map<IncidentKind, Incident>()

  return {
    start(kind: IncidentKind): void {
      if (ongoing.has(kind)) return
      const incident = { kind, startedAt: clock.now(), endedAt: null, message: MESSAGES[kind] }
      ongoing.set(kind, incident)
      report(incident)
    },
    end(kind: IncidentKind): void {
      const incident = ongoing.get(kind)
      if (!incident) return
      ongoing.delete(kind)
      report({ ...incident, endedAt: clock.now() })
    },
    /** The gravest of the ongoing. */
    worst(): Incident | null {
      const kind = BY_WEIGHT.find((candidate) => ongoing.has(candidate))
      return (kind && ongoing.get(kind)) ?? null
    },
  }
}
