import { Trophy } from 'lucide-react'
import { factsInWords, formatThousands } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { tierName } from '#shared/ranked-tiers.ts'
import { t } from '#shared/texts.ts'
import { Bar } from '#web/ui/Bar.tsx'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { type HourShares, Me, useClock, WholeDay } from './DayHours.tsx'
import { Plays } from './FitReading.tsx'
import { type About, type Club, hoursText, LOW_PART } from './find-search.ts'

type Props = { about: About; club: Club }

/** Whether there is anything to draw of the visitor and a club. */
export const isDrawn = ({ about, club }: Props) => club.hour_shares !== null || about.trophies !== null

/** Why the club above fits: the day and the trophies of the visitor and of the club. */
export function SideBySide({ about, club }: Props) {
  const { hour_shares: theirs, median_trophies: typical } = club
  const { trophies } = about
  const isPair = theirs !== null && trophies !== null
  return (
    <div
      className={`grid gap-x-8 gap-y-3 rounded-b-lg border border-t-0 border-acc/60 bg-card p-3.5 ${isPair ? 'lg:grid-cols-2' : ''}`}
    >
      <div className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-1 ${isPair ? 'lg:col-span-2' : ''}`}>
        <Colours about={about} club={club} />
        <Seeker about={about} />
      </div>
      {theirs && <TheDay about={about} club={club} theirs={theirs} />}
      {trophies !== null && <TheTrophies mine={trophies} typical={typical} />}
    </div>
  )
}

/** Who looks for a club, with what is known of their Ranked and prestige; nothing where nobody is named. */
export function Seeker({ about: { tag, name, tier, prestige }, className = '' }: { about: About; className?: string }) {
  if (tag === null || name === null) return null
  const facts = factsInWords([
    tier !== null && t('find.factTier', { tier: tierName(tier) }),
    prestige !== null && t('find.factPrestige', { prestige: formatThousands(prestige) }),
  ])
  return (
    <p className={`flex min-w-0 flex-wrap gap-x-2 text-sm text-mut ${className}`}>
      <PlayerName name={nameOrTag(name, tag)} className="font-semibold" />
      <span>{facts}</span>
    </p>
  )
}

function TheDay({ about, club: { hours, parts }, theirs }: Props & { theirs: HourShares }) {
  const clock = useClock()
  const both = about.hours?.filter((hour) => hours?.includes(hour)) ?? []
  const inWords = both.length === 0 ? t('find.hours') : t('find.bothPlay', { hours: hoursText(both, clock) })
  const alike = (parts.hours ?? 0) < LOW_PART ? t('find.apart') : inWords
  return (
    <div>
      <p className="font-semibold max-sm:text-sm">{about.hours ? alike : hours && <Plays hours={hours} />}</p>
      <WholeDay mine={about.hour_shares} theirs={theirs} />
    </div>
  )
}

/** Whose colour is which in the pictures, for screen readers with the hours that are drawn. */
function Colours({ about: { tag, hours: mine }, club: { hours, hour_shares: theirs } }: Props) {
  const unknown = t('ui.notKnownYet')
  const clock = useClock()
  return (
    <div className="flex flex-wrap gap-x-4 text-sm text-mut">
      <dl className="flex flex-wrap gap-x-4">
        <Side of={t('find.you')} tone="bg-c2">
          {mine ? hoursText(mine, clock) : tag === null ? t('find.notSaid') : unknown}
        </Side>
        <Side of={t('event.theClub')} tone="bg-c1 opacity-50">
          {hours ? hoursText(hours, clock) : unknown}
        </Side>
      </dl>
      {mine && theirs && (
        <span aria-hidden="true" className="flex items-center gap-1.5">
          <Swatch tone="bg-acc" />
          {t('find.both')}
        </span>
      )}
    </div>
  )
}

const Swatch = ({ tone }: { tone: string }) => (
  <span aria-hidden="true" className={`size-3 shrink-0 rounded-sm ${tone}`} />
)

function Side({ of, tone, children }: { of: string; tone: string; children: string }) {
  return (
    <div className="flex items-center gap-1.5">
      <dt className="flex items-center gap-1.5">
        <Swatch tone={tone} />
        {of}
      </dt>
      <dd className="sr-only">{children}</dd>
    </div>
  )
}

/** The trophies of the typical member as water, and those of the visitor as a line above. */
function TheTrophies({ mine, typical }: { mine: number; typical: number }) {
  const share = (trophies: number) => (100 * trophies) / Math.max(1, mine, typical)
  return (
    <div className="flex flex-col">
      <p className="font-semibold max-sm:text-sm">{t('ui.trophies')}</p>
      <div className="grid flex-1 content-center">
        <div aria-hidden="true" className="rtl:-scale-x-100">
          <div dir="ltr">
            <div className="relative h-7">
              <Me
                className="absolute bottom-0 size-6 -translate-x-1/2"
                style={{ left: `clamp(.75rem, ${share(mine)}%, 100% - .75rem)` }}
              />
            </div>
            <Bar share={share(mine)} tone="bg-c2" className="h-1" />
            <div className="mt-0.5 h-10 overflow-hidden rounded-md bg-raise">
              <div className="h-full bg-c1 opacity-50" style={{ width: `${share(typical)}%` }} />
            </div>
          </div>
        </div>
        <dl className="mt-1 flex flex-wrap justify-between gap-x-3 text-sm">
          <Trophies of={t('find.you')} trophies={mine} />
          <Trophies of={t('find.middleMember')} trophies={typical} />
        </dl>
      </div>
    </div>
  )
}

function Trophies({ of, trophies }: { of: string; trophies: number }) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="text-mut">{of}</dt>
      <dd className="inline-flex items-center gap-1 font-semibold">
        <Trophy size={13} aria-hidden="true" />
        <span className="self-baseline">{formatThousands(trophies)}</span>
      </dd>
    </div>
  )
}
