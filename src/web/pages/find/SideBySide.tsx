import { Trophy } from 'lucide-react'
import { busiestHours } from '#shared/busiest-hours.ts'
import { factsInWords, formatThousands } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { tierName } from '#shared/ranked-tiers.ts'
import { t } from '#shared/texts.ts'
import { Monogram } from '#web/ui/Avatar.tsx'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { common, type HourShares, Me, useClock, WholeDay } from './DayHours.tsx'
import { type About, type Club, hoursText } from './find-search.ts'

/** The visitor above the club that fits best, whose card follows: the trophies of both, and the day of both. */
export function SideBySide({ about, club }: { about: About; club: Club }) {
  const { hour_shares: theirs, median_trophies: typical } = club
  return (
    <div
      className={`grid gap-x-6 gap-y-3 rounded-t-lg border border-b-0 border-acc/60 bg-card p-3 sm:p-4.5 ${theirs ? 'lg:grid-cols-[2fr_3fr]' : ''}`}
    >
      <div className="grid content-between gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Seeker about={about} />
          <Colours mine={about.hour_shares} theirs={theirs} />
        </div>
        {about.trophies !== null && <TheTrophies mine={about.trophies} typical={typical} />}
      </div>
      {theirs && <TheDay mine={about.hour_shares} theirs={theirs} />}
    </div>
  )
}

/** Who looks for a club, with what is known of their Ranked and prestige; nothing where nobody is named. */
export function Seeker({ about: { tag, name, tier, prestige } }: { about: About }) {
  if (tag === null || name === null) return null
  const facts = factsInWords([
    tier !== null && tierName(tier),
    prestige !== null && t('find.factPrestige', { prestige: formatThousands(prestige) }),
  ])
  return (
    <p className="flex min-w-0 items-center gap-2 leading-tight">
      <Monogram seed={tag} name={nameOrTag(name, tag)} className="size-9 rounded-md" />
      <span className="min-w-0">
        <PlayerName name={nameOrTag(name, tag)} className="block truncate font-semibold" />
        <span className="block text-sm text-mut">{facts}</span>
      </span>
    </p>
  )
}

/** Where less of the play than this lies in the same hours, the visitor and the club hardly meet. */
const MEET = 0.2

type DayProps = { mine: HourShares | null; theirs: HourShares }

function TheDay({ mine, theirs }: DayProps) {
  const both = common({ mine, theirs })
  const meet = both.reduce((sum, share) => sum + share, 0) >= MEET
  return (
    <div>
      <p className="font-semibold max-sm:text-sm">
        {mine === null && <Hours id="find.plays" of={theirs} />}
        {mine !== null && (meet ? <Hours id="find.bothPlay" of={both} /> : t('find.apart'))}
      </p>
      <WholeDay mine={mine} theirs={theirs} />
    </div>
  )
}

/** The hours of most play, in a sentence where one is given. */
function Hours({ of, id }: { of: HourShares; id?: 'find.plays' | 'find.bothPlay' }) {
  const hours = hoursText(busiestHours(of), useClock())
  return id === undefined ? hours : t(id, { hours })
}

/** Whose colour is which in the pictures, for screen readers with the hours that are drawn. */
function Colours({ mine, theirs }: { mine: HourShares | null; theirs: HourShares | null }) {
  return (
    <dl className="flex flex-wrap gap-x-4 text-sm text-mut">
      <Side of={t('find.you')} tone="bg-c2" hours={mine} />
      <Side of={t('event.theClub')} tone="bg-c1 opacity-50" hours={theirs} />
    </dl>
  )
}

function Side({ of, tone, hours }: { of: string; tone: string; hours: HourShares | null }) {
  return (
    <div className="flex items-center gap-1.5">
      <dt className="flex items-center gap-1.5">
        <span aria-hidden="true" className={`size-3 shrink-0 rounded-sm ${tone}`} />
        {of}
      </dt>
      <dd className="sr-only">{hours ? <Hours of={hours} /> : t('ui.notKnownYet')}</dd>
    </div>
  )
}

/** The trophies of the typical member as water, and the visitor above it. */
function TheTrophies({ mine, typical }: { mine: number; typical: number }) {
  const share = (trophies: number) => `${(80 * trophies) / Math.max(1, mine, typical)}%`
  return (
    <div>
      <div aria-hidden="true" className="rtl:-scale-x-100">
        <div className="relative h-6">
          <Me className="absolute bottom-0 size-6 -translate-x-1/2" style={{ left: share(mine) }} />
        </div>
        <div className="relative h-4 overflow-hidden rounded-md bg-raise">
          <div className="h-full bg-c1 opacity-50" style={{ width: share(typical) }} />
        </div>
      </div>
      <dl className="mt-1 flex flex-wrap justify-between gap-x-3 text-sm">
        <Trophies of={t('find.you')} trophies={mine} />
        <Trophies of={t('find.middleMember')} trophies={typical} />
      </dl>
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
