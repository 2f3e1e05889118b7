import type { getClubBattles } from '#shared/contract/battles.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { decimal, factsInWords, formatThousands, percent, signed } from '#shared/number-format.ts'
import { rangeOf } from '#shared/share-range.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { RateTrack, surenessOf } from '#web/ui/RateTrack.tsx'
import { LocalDay } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/TableTools.tsx'
import { Text } from '#web/ui/Text.tsx'

/** Battles won and lost as calls give them: the counts, and with enough of them the rate and its interval, in percent. */
export type Rated = Omit<Output<typeof getClubBattles>['by_mode'][number], 'mode' | 'places'>

/** How far a rate can be trusted: `60 to 79%, fairly sure`. With too few battles, what there was: `6 wins, 2 losses`. */
export function sampleText(rated: Rated): string {
  const { wins, losses, draws, sample } = rated
  if (sample === 'none') {
    return draws === 0 ? t('chart.winsLosses', { wins, losses }) : t('chart.winsLossesDraws', { wins, losses, draws })
  }
  const range = rangeOf(rated)
  if (range === null) return ''
  const [from, to] = [String(Math.round(range.low)), percent(Math.round(range.high))]
  return factsInWords([t('chart.range', { from, to }), surenessOf(sample)])
}

/** The numbers that a rate was made of, for its "?". */
export function rateInputs(rated: Rated) {
  const { wins, losses, draws, prior, prior_weight } = rated
  const range = rangeOf(rated)
  return [
    [t('chart.wins'), wins],
    [t('chart.losses'), losses],
    ...(draws === 0 ? [] : [[t('chart.draws'), draws] as const]),
    ...(prior === null ? [] : [[t('chart.usualRate'), percent(prior)] as const]),
    [t('chart.countsLike'), t('chart.battles', { battles: prior_weight })],
    ...(range === null
      ? []
      : [[t('chart.cases'), t('chart.interval', { from: decimal(range.low), to: decimal(range.high) })] as const]),
  ] as const
}

type WinRateProps = {
  rated: Rated
  /** Whose rate, for screen readers: `Piper`. */
  of: string
}

/** A win rate as a bar with its range, and its number, which tells how it came about. Too few battles are said in words. */
function WinRate({ rated, of }: WinRateProps) {
  const { rate } = rated
  const range = rangeOf(rated)
  if (rate === null || range === null) {
    return <span className="text-sm text-mut">{rated.battles === 0 ? '' : t('chart.tooFew')}</span>
  }
  return (
    <span className="inline-flex items-center gap-2.5">
      <RateTrack rate={rate} {...range} className="w-28 max-[479px]:w-20" />
      <span className="min-w-9 text-end">
        <ScoreExplain of="win_rate" about={of} inputs={rateInputs(rated)}>
          <b className="font-semibold">{percent(rate)}</b>
        </ScoreExplain>
      </span>
    </span>
  )
}

/** Percentage points within which players win together about as often as usual. */
const USUAL_WITHIN = 2

/** What players win more or less together than each usually does: `+8 points`; null with too few battles. */
export function edgeText(edge: number | null): string | null {
  if (edge === null) return null
  return Math.abs(edge) <= USUAL_WITHIN ? t('chart.asUsual') : t('chart.points', { points: signed(Math.round(edge)) })
}

type Together = Rated & { usual: number | null; edge: number | null }

/** Whether players win more together than usual, with a "?". */
export function Edge({ together, of }: { together: Together; of: string }) {
  const { wins, losses, usual, edge } = together
  const text = edgeText(edge)
  if (text === null) return <span className="text-sm text-mut">{t('chart.tooFew')}</span>
  const inputs = [
    [t('chart.wonTogether'), t('chart.of', { part: wins, all: wins + losses })],
    [t('chart.usuallyWon'), usual === null ? '—' : percent(usual)],
  ] as const
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      {text} <ScoreExplain of="played_together" about={of} inputs={inputs} />
    </span>
  )
}

type Places = { battles: number; mean_place: number; top_half: number }

/** A row of a table of rates, perhaps with the places of showdowns. */
export type RatedRow = Rated & { places?: Places | null }

/** All battles of a row, showdowns among them. */
const battlesOf = ({ battles, places }: RatedRow) => battles + (places?.battles ?? 0)

/** The columns that each of the tables has: how many battles, the rate with its interval, and how far it can be trusted. */
export function ratedColumns<Row extends RatedRow>(nameOf: (row: Row) => string): Column<Row>[] {
  return [
    {
      id: 'rate',
      header: t('chart.rate'),
      // What is surely won comes first when it is sorted: 3 of 3 does not lead.
      sortBy: (row) => rangeOf(row)?.low ?? null,
      csv: ({ rate }) => rate,
      cell: (row) => <WinRate rated={row} of={nameOf(row)} />,
      phone: 'lead',
    },
    {
      id: 'battles',
      header: t('chart.battlesHead'),
      numeric: true,
      sortBy: battlesOf,
      cell: (row) => formatThousands(battlesOf(row)),
    },
    {
      id: 'sample',
      header: t('chart.sure'),
      sortBy: (row) => row.wins + row.losses,
      csv: sampleText,
      cell: (row) => <span className="text-sm text-mut">{row.battles > 0 ? sampleText(row) : ''}</span>,
      phone: 'plain',
    },
  ]
}

/** Places of showdowns, which enter no rate. */
export function placesColumn<Row extends RatedRow>(): Column<Row> {
  return {
    id: 'places',
    header: t('chart.showdown'),
    sparse: true,
    sortBy: ({ places }) => places?.mean_place ?? null,
    cell: ({ places }) => <span className="text-sm text-mut">{places ? placesText(places) : ''}</span>,
    phone: 'plain',
  }
}

/** With fewer showdowns the share of the better half says nothing. */
export const SHARE_FROM = 10

/** `place 3.9 in 40 battles, top half 61%`; of few battles only their mean place. */
function placesText({ battles, mean_place, top_half }: Places): string {
  const place = decimal(mean_place)
  if (battles < SHARE_FROM) return t('chart.places', { place, battles })
  return t('chart.placesHalf', { place, battles, share: percent(top_half) })
}

const ORDERS = {
  people: 'chart.mostFirst',
  rates: 'chart.sureFirst',
  showdowns: 'chart.mostFirst',
  both: 'chart.bothFirst',
} as const satisfies Record<string, PlainTextId>

/** Says how a table of rates is ordered, since the highest rate does not lead it. */
export function RateOrder({ of = 'rates' }: { of?: keyof typeof ORDERS }) {
  return <p className="max-sm:w-full text-sm text-mut">{t(ORDERS[of])}</p>
}

/** How the rows are ordered: those with showdowns alone come last. */
export function orderOf(rows: readonly RatedRow[]): keyof typeof ORDERS {
  const alone = rows.filter(({ battles, places }) => battles === 0 && places)
  if (alone.length === 0) return 'rates'
  return alone.length === rows.length ? 'showdowns' : 'both'
}

type KnownProps = { share: number | null; since: string | null; missed: boolean; days: number }

/** Of how much of the time the battles are known, so that sums are read for what they are. */
export function BattlesKnown({ share, since, missed, days }: KnownProps) {
  if (since === null) return null
  return (
    <dl className="text-sm text-mut">
      <div className="flex items-center gap-2">
        <dt className="sr-only">{t('score.battlesKnown')}</dt>
        <dd>
          <KnownSince share={share} since={since} missed={missed} days={days} />
        </dd>
        <dd className="flex">
          <ScoreExplain of="battles_known" />
        </dd>
      </div>
    </dl>
  )
}

function KnownSince({ share, since, missed, days }: KnownProps & { since: string }) {
  const day = <LocalDay time={since} />
  if (share === null) return <Text id="chart.knownSince" values={{ day }} />
  return <Text id={missed ? 'chart.knownMissed' : 'chart.knownShare'} values={{ day, share: percent(share), days }} />
}
