import type { Clock } from '#shared/clock.ts'
import { createBreaker } from './breaker.ts'
import { createIncidents, type Incident } from './incidents.ts'
import { createMaintenanceGate } from './maintenance-gate.ts'
import type { Outcome } from './tally.ts'

export type Guards = ReturnType<typeof createGuards>

/** What stands before every call, the circuit and the maintenance gate, and the incidents they make. */
export function createGuards(options: {
  clock: Clock
  onIncident: (incident: Incident) => void
  probe: (signal: AbortSignal) => Promise<boolean>
}) {
  const { clock, probe } = options
  const incidents = createIncidents(clock, options.onIncident)
  const breaker = createBreaker({
    clock,
    onOpen: (kind) => incidents.start(kind === 'forbidden' ? 'refused' : 'unavailable'),
    onClose: () => {
      incidents.end('refused')
      incidents.end('unavailable')
    },
  })
  const gate = createMaintenanceGate({
    clock,
    probe,
    onClosed: () => incidents.start('maintenance'),
    onOpened: () => incidents.end('maintenance'),
  })

  return {
    incidents,
    /** @throws GameApiError `maintenance` or `circuit-open` when a call would be refused now */
    check(): void {
      gate.check()
      breaker.check()
    },
    /** As `check`, and counts the call as the circuit's try. */
    enter(): void {
      gate.check()
      breaker.enter()
    },
    leave(outcome: Outcome, isPersonal: boolean): void {
      breaker.leave(outcome, isPersonal)
      if (outcome === 'maintenance') gate.shut()
    },
    blockedForMs: () => Math.max(gate.blockedForMs(), breaker.blockedForMs()),
    status: () => ({ breaker: breaker.state(), gate: gate.state() }),
    close: gate.close,
  }
}
