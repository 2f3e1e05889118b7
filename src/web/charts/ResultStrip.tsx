import type { CSSProperties } from 'react'
import { t } from '#shared/texts.ts'
import { fullTime } from '#web/ui/date-words.ts'
import { DaySlider, useDayReading } from './PlotFrame.tsx'

export type StripBattle = {
  /** When it ended, ISO 8601. */
  time: string
  /** What was played: `Piper in Knockout`. */
  what: string
  /** How it ended: `won`, `3rd of 10`. */
  result: string
  /** Whether it counts as won; null for a draw, and where it is not known. */
  won: boolean | null
  /** The sign on its bar: `+`, `−`, `=`, or the place. */
  sign: string
}

/** In pixels. A few battles have narrow bars too, and the words below them still fit. */
const [WIDEST_BAR, LEAST_WIDTH] = [42, 336]

/** The latest battles, the newest at the right: won ones stand above the line, lost ones below it, and each has a sign. */
export function ResultStrip({ label, battles }: { label: string; battles: readonly StripBattle[] }) {
  const reading = useDayReading(battles.length)
  const read = battles[reading.index]
  if (!read) return null
  const width = Math.max(LEAST_WIDTH, battles.length * WIDEST_BAR)
  return (
    <div>
      <p aria-hidden="true" className="mb-1 flex min-h-11 flex-wrap content-start items-baseline gap-x-2 text-sm">
        <span className="whitespace-nowrap text-mut">{fullTime(read.time)}</span>
        <b className="font-semibold">{t('chart.battleIs', { battle: read.what, result: read.result })}</b>
        {!reading.isChosen && <span className="text-mut pointer-fine:hidden">{t('chart.tapBattle')}</span>}
      </p>
      <div dir="ltr" className="relative" style={{ maxWidth: width }}>
        <ol aria-label={label} className="flex h-14 gap-[2px]">
          {battles.map((battle, index) => (
            <StripBar key={battle.time} battle={battle} isRead={reading.isChosen && index === reading.index} />
          ))}
        </ol>
        <DaySlider
          label={t('chart.byBattle', { label })}
          valueText={describeBattle(read)}
          days={battles.length}
          reading={reading}
          dayAt={(pixels, width) => Math.floor((pixels / width) * battles.length)}
          style={OVER}
        />
      </div>
      <p
        aria-hidden="true"
        dir="ltr"
        className="mt-1 flex justify-between gap-3 text-sm text-mut"
        style={{ maxWidth: width }}
      >
        <span>{t('chart.signs')}</span>
        <span className="whitespace-nowrap">{t('chart.newest')}</span>
      </p>
    </div>
  )
}

const OVER: CSSProperties = { inset: 0, width: '100%', height: '100%' }

function describeBattle({ time, what, result }: StripBattle): string {
  return t('chart.battleAt', { time: fullTime(time), battle: what, result })
}

const BAR = {
  won: 'top-0 bottom-1/2 bg-good text-bg',
  lost: 'top-1/2 bottom-0 bg-bad text-bg',
  neither: 'top-1/3 bottom-1/3 bg-raise text-ink',
} as const

/** Its text is for screen readers and for the pointer that rests on it. */
function StripBar({ battle, isRead }: { battle: StripBattle; isRead: boolean }) {
  const side = battle.won === null ? 'neither' : battle.won ? 'won' : 'lost'
  return (
    <li className={`relative min-w-0 flex-1 rounded-[3px] ${isRead ? 'outline-2 outline-ink' : ''}`}>
      <span className="sr-only">{describeBattle(battle)}</span>
      <span
        aria-hidden="true"
        className={`absolute inset-x-0 flex items-center justify-center overflow-hidden rounded-[3px] text-xs leading-none font-semibold max-sm:text-[0.625rem] forced-colors:border ${BAR[side]}`}
      >
        {battle.sign}
      </span>
    </li>
  )
}
