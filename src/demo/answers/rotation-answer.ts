import { BATTLE_KINDS, type BattleKind } from '../world/battle-kinds.ts'
import { itemAt } from '../world/item-at.ts'
import { mix } from '../world/random.ts'
import { compactTime, DAY, type Seconds } from '../world/time.ts'
import { type Answer, ok } from './answer.ts'

const MAX_AGE = 300
const FIRST_EVENT_ID = 15_000_000
const CHANGE_HOURS = [8, 14, 20, 2]
const SLOTS = [1, 2, 3, 4, 5, 6, 7, 8, 10, 15, 20, 21, 22]

/** The event at which a kind of battle is played at an instant; its map changes once a day. */
export function eventOf(kind: BattleKind, at: Seconds) {
  const slot = slotOf(kind)
  const day = Math.floor((at - changeHour(slot) * 3600) / DAY)
  const choice = mix(slot, day) % kind.maps.length
  const map = itemAt(kind.maps, choice)
  const id = FIRST_EVENT_ID + 7 + (mix(kind.modeId, map.length * 31 + map.charCodeAt(0)) % 1230)
  return { id, mode: kind.eventMode, modeId: kind.modeId, map }
}

/** What can be played on the ladder at an instant: a bare array, as the game has it. */
export function rotationAnswer(at: Seconds): Answer {
  const kinds = BATTLE_KINDS.filter((kind) => kind.type === 'ranked').slice(0, SLOTS.length)
  const events = kinds.map((kind, index) => {
    const offset = changeHour(slotOf(kind)) * 3600
    const start = Math.floor((at - offset) / DAY) * DAY + offset
    const event = eventOf(kind, at)
    return {
      startTime: compactTime(start),
      endTime: compactTime(start + DAY),
      slotId: itemAt(SLOTS, index),
      event: kind.shape === 'solo' ? { ...event, modifiers: ['healingMushrooms'] } : event,
    }
  })
  return ok(events, MAX_AGE)
}

function slotOf(kind: BattleKind): number {
  return BATTLE_KINDS.findIndex((other) => other.eventMode === kind.eventMode && other.modeId === kind.modeId)
}

function changeHour(slot: number): number {
  return itemAt(CHANGE_HOURS, slot % CHANGE_HOURS.length)
}
