import * as z from 'zod'
import { count, gameTime } from './fields.ts'
import { eventSchema, gameMode } from './game-mode.ts'
import { type Parsed, readItems } from './glitch.ts'

const MOST_EVENTS = 200

const scheduledEventSchema = z
  .object({ startTime: gameTime, endTime: gameTime, slotId: count, event: eventSchema })
  .transform(({ event, ...slot }) => ({ ...slot, eventId: event.id, mode: gameMode(event, null), map: event.map }))

export type ScheduledEvent = z.output<typeof scheduledEventSchema>

/** Reads `/events/rotation`, a bare list. @throws UnusableAnswer `malformed` */
export function parseEventRotation(raw: unknown): Parsed<ScheduledEvent[]> {
  return readItems(raw, scheduledEventSchema, {
    path: 'events',
    longest: MOST_EVENTS,
    key: (slot) => `${slot.slotId} ${slot.startTime.toISOString()} ${slot.eventId}`,
  })
}
