import { keysOf } from '#shared/records.ts'
import { type PlainTextId, type TextId, t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { listed } from './desk-words.ts'

type Days = Answer<'GET /api/desk/{tag}/queue'>['entries'][number]['figures']['last_days']
type DayState = Days[number]

/** A day by its shape, so that colour is not needed: play rises, silence lies low, what nobody saw is an outline. */
const DAY_LOOK: Record<DayState, string> = {
  played: 'h-full bg-acc',
  silent: 'h-1.5 bg-mut',
  unknown: 'h-full border border-dashed border-line',
}
const DAY_WORDS = {
  played: ['desk.played', 'desk.playedOn'],
  silent: ['desk.silent', 'desk.silentOn'],
  unknown: ['desk.unknownDay', 'desk.unknownOn'],
} as const satisfies Record<DayState, readonly [word: PlainTextId, onDays: TextId]>
const STATES = keysOf(DAY_WORDS)

/** The last 14 days of a member, the newest at the end. */
export function DayStrip({ days }: { days: Days }) {
  const dated = days.map((day, place) => ({ day, ago: days.length - place }))
  const words = STATES.map((state) => t(DAY_WORDS[state][1], { days: days.filter((day) => day === state).length }))
  return (
    <>
      <p className="sr-only">{t('desk.lastDays', { days: days.length, words: listed(words) })}</p>
      <div aria-hidden="true" className="on-paper mt-2.5 flex h-5 items-end gap-1 sm:mt-0">
        {dated.map(({ day, ago }) => (
          <span key={ago} className={`flex-1 rounded-[3px] ${DAY_LOOK[day]}`} />
        ))}
      </div>
    </>
  )
}

/** What the shapes of the strips mean. */
export function StripLegend() {
  return (
    <p aria-hidden="true" className="mt-1.5 flex flex-wrap items-center gap-x-3.5 text-sm text-mut">
      {t('desk.last14')}
      {STATES.map((state) => (
        <span key={state} className="flex items-center gap-1.5">
          <span className="flex h-4 w-3.5 items-end">
            <span className={`w-full rounded-[3px] ${DAY_LOOK[state]}`} />
          </span>
          {t(DAY_WORDS[state][0])}
        </span>
      ))}
    </p>
  )
}
