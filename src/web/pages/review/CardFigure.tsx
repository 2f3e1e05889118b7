import { FIRST_LANGUAGE } from '#shared/languages.ts'
import { formatThousands, percent } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import type { CardWords, ReviewCard, ReviewFacts } from '#shared/review.ts'
import { pageLanguage, t } from '#shared/texts.ts'
import { weekdayName } from '#shared/week-hours.ts'
import { BrawlerPicture } from '#web/chrome/GamePictures.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Dolphin } from '#web/ui/Dolphin.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { EntityLink, PlayerName } from '#web/ui/EntityLink.tsx'
import { Unknown } from '#web/ui/StatGrid.tsx'
import { Text } from '#web/ui/Text.tsx'
import { TierEmblem } from '#web/ui/TierEmblem.tsx'

/** The colour of each card's figure. */
export const TONES: Record<ReviewCard, string> = {
  growth: 'text-c1',
  best_day: 'text-c2',
  brawler: 'text-acc',
  hours: 'text-c1',
  company: 'text-good',
  rank: 'text-acc',
  ranked: 'text-ink',
}

/** The headline of a card. Of a pair each name stays in one line. */
export function Value({ words: { card, value }, review }: { words: CardWords; review: ReviewFacts }) {
  const [best] = review.company?.together ?? []
  if (card === 'company' && best) return <Names players={best.players} />
  return value ?? <Unknown />
}

/** What a card shows below its words. */
export function Figure({ card, review }: { card: ReviewCard; review: ReviewFacts }) {
  const { growth, best_day, brawler, hours, company, rank, ranked, from, to } = review
  if (card === 'growth' && growth?.line)
    return <GainLine line={growth.line} from={from} to={to} byPlay={growth.parts !== null} />
  if (card === 'best_day' && best_day?.week) return <WeekBars {...best_day} week={best_day.week} />
  if (card === 'brawler' && brawler) {
    return <Fought {...brawler} />
  }
  if (card === 'hours' && hours) return <HourBars counts={hours.by_hour} />
  if (card === 'company' && company) return <Company groups={company.together} />
  if (card === 'ranked' && ranked) return <TierEmblem place={ranked.tier_place} className="mx-auto h-40 w-36" />
  return card === 'rank' && rank ? <Pod share={rank.percentile} /> : null
}

/** A brawler in a ring of all battles, of which the won ones are bright. */
function Fought({ brawler_id, brawler_name, battles, wins }: NonNullable<ReviewFacts['brawler']>) {
  const ring = { cx: 18, cy: 18, r: 16.5, fill: 'none', stroke: 'currentColor', strokeWidth: 2.5 }
  return (
    <span className="relative mx-auto grid size-36 place-items-center">
      <svg viewBox="0 0 36 36" className="absolute inset-0" aria-hidden="true">
        <circle {...ring} opacity="0.25" />
        <circle {...ring} pathLength={battles} strokeDasharray={`${wins} ${battles}`} transform="rotate(-90 18 18)" />
      </svg>
      <BrawlerPicture id={brawler_id} name={brawler_name} className="size-24 rounded-full" />
    </span>
  )
}

/** Whether a card shows its line as the sea, which goes on below it. */
export const isSea = (card: ReviewCard, { growth }: ReviewFacts) => card === 'growth' && Boolean(growth?.line)

/** The ground of what stands in the sea: both layers of it. */
export const WATER = { background: 'color-mix(in oklab, var(--c1) 28%, transparent)' }

type GainLineProps = { line: readonly number[]; from: string; to: string; byPlay: boolean }

/**
 * What was won so far, as the surface of the sea from one edge of the card to the other, with a dolphin at the latest
 * days. Of a club it is a part of the growth, which the line then names.
 */
function GainLine({ line, from, to, byPlay }: GainLineProps) {
  const [least, most] = [Math.min(...line), Math.max(...line)]
  const [span, last] = [Math.max(1, most - least), Math.max(1, line.length - 1)]
  const heights = line.map((won) => 12 + (100 * (won - least)) / span)
  const pathOf = (depth: number) =>
    `M${heights.map((height, place) => `${((300 * place) / last).toFixed(1)},${(120 - depth * height).toFixed(1)}`).join('L')}`
  const swum = heights[Math.round(0.92 * last)] ?? 0
  return (
    <div aria-hidden="true" dir="ltr" className="-mx-5">
      <div className="relative h-40">
        <span className="absolute" style={{ right: '4%', bottom: `${swum / 1.2 - 5}%` }}>
          <Dolphin className="size-12" />
        </span>
        <svg viewBox="0 0 300 120" preserveAspectRatio="none" className="absolute inset-0 size-full" aria-hidden="true">
          <path d={`${pathOf(1)}V120H0Z`} fill="var(--c1)" opacity="0.2" />
          <path d={`${pathOf(0.6)}V120H0Z`} fill="var(--c1)" opacity="0.1" />
          <path d={pathOf(1)} fill="none" stroke="currentColor" strokeWidth="3" vectorEffect="non-scaling-stroke" />
        </svg>
      </div>
      <div className="px-5 pt-1 text-ink" style={WATER}>
        <Ends labels={[shortDay(from), byPlay ? t('picture.wonByPlay') : '', shortDay(to)]} />
      </div>
    </div>
  )
}

const Ends = ({ labels }: { labels: readonly string[] }) => (
  <p className="flex justify-between pt-1.5 text-sm">
    {labels.map((label) => (
      <span key={label}>{label}</span>
    ))}
  </p>
)

const WEEK = Array.from({ length: 7 }, (_, day) => day)

/** English has two letters, other languages what they are used to. */
const weekdayInShort = (day: number) => weekdayName(day, 'short').slice(0, pageLanguage() === FIRST_LANGUAGE ? 2 : 9)

/** The days of a week, the best one bright. */
function WeekBars({ gained, week }: { gained: number; week: readonly (number | null)[] }) {
  return (
    <div aria-hidden="true" className="grid grid-cols-7 gap-1.5 text-center text-sm text-mut">
      {WEEK.map((place) => {
        const won = week[place] ?? null
        const height = won === null ? '5%' : `${Math.max(3, (100 * won) / gained)}%`
        const look = won === null ? 'hatched opacity-50' : won === gained ? `bg-current ${TONES.best_day}` : 'bg-line'
        return (
          <div key={place}>
            <div className="flex h-40 items-end">
              <span className={`w-full rounded-sm ${look}`} style={{ height }} />
            </div>
            {weekdayInShort(place)}
          </div>
        )
      })}
    </div>
  )
}

const HOUR_NAMES = Array.from({ length: 24 }, (_, hour) => `${hour}:00`)

function HourBars({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts)
  return (
    <div aria-hidden="true">
      <div className="flex h-40 items-end gap-0.5">
        {Array.from(counts, (battles, hour) => (
          <span
            key={HOUR_NAMES[hour]}
            className={`flex-1 rounded-full bg-current ${battles === most ? '' : 'opacity-60'}`}
            style={{ height: `${Math.max(3, (100 * battles) / most)}%` }}
          />
        ))}
      </div>
      <div className="text-mut">
        <Ends labels={['00', t('review.allWeekdays'), '23']} />
      </div>
    </div>
  )
}

function Company({ groups }: { groups: NonNullable<ReviewFacts['company']>['together'] }) {
  return (
    <ol className="grid gap-4 text-ink">
      {groups.map(({ players, battles, wins }) => (
        <li key={players.map(({ tag }) => tag).join(' ')} className="flex items-center gap-3">
          <span className="flex shrink-0 gap-1">
            {players.map(({ tag, name }) => (
              <Monogram key={tag} seed={tag} name={name} className="size-10 rounded-md" />
            ))}
          </span>
          <span className="min-w-0 flex-1">
            <Names players={players} areLinks />
            <span className="block text-sm text-mut">
              {t('review.battlesWon', { battles, wins: formatThousands(wins) })}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}

type Players = NonNullable<ReviewFacts['company']>['together'][number]['players']

const IN_ONE_LINE = 'inline-block max-w-full align-bottom'

/** A clubmate, or the two members of a pair. A line ends between the names and not within one. */
function Names({ players, areLinks = false }: { players: Players; areLinks?: boolean }) {
  const [one, other] = players.map(({ tag, name }) =>
    areLinks ? (
      <EntityLink key={tag} to="/player/$tag" tag={tag} name={name} className={IN_ONE_LINE} clipped />
    ) : (
      <PlayerName key={tag} name={nameOrTag(name, tag)} className={`truncate ${IN_ONE_LINE}`} />
    ),
  )
  return other ? <Text id="review.pairNames" values={{ one, other }} /> : one
}

const TENTHS = Array.from({ length: 10 }, (_, place) => 10 * place + 5)

/** Ten dolphins for all who are similar, as many bright as there are tenths of them behind. */
function Pod({ share }: { share: number }) {
  return (
    <div className="grid grid-cols-5 gap-3" title={percent(share)} aria-hidden="true">
      {TENTHS.map((middle) => (
        <Dolphin key={middle} className={`w-full ${share >= middle ? '' : 'text-mut opacity-60'}`} />
      ))}
    </div>
  )
}
