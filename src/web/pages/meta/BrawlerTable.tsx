import { brawlerName } from '#shared/game-names.ts'
import { decimal, factsInWords, formatThousands, percent, signed } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import { BrawlerLabel } from '#web/chrome/GamePictures.tsx'
import { Link } from '#web/router/Link.tsx'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { RateTrack, surenessOf } from '#web/ui/RateTrack.tsx'
import { SortableTable } from '#web/ui/SortableTable.tsx'
import { KnownNumber, Trend, trendOf } from '#web/ui/StatGrid.tsx'
import type { Column } from '#web/ui/TableTools.tsx'
import type { BrawlerRow, MetaSearch } from './meta-search.ts'

export type Rate = Omit<BrawlerRow, 'brawler_id' | 'brawler_name' | 'tier'>
/** A corrected rate with what it is made of, as each week has it. */
type Corrected = Omit<Rate, 'sample' | 'pick_rate' | 'stars_per_win' | 'change' | 'places'> &
  Partial<Pick<Rate, 'places'>>

type TableProps = { brawlers: readonly BrawlerRow[]; search: MetaSearch; fileName: string }

const ROWS_AT_FIRST = 6

/** Brawlers by what they surely win, the best first. */
export function BrawlerTable({ brawlers, search, fileName }: TableProps) {
  const { tab: _tab, mode: _mode, ...kept } = search
  const name: Column<BrawlerRow> = {
    id: 'brawler',
    header: t('meta.brawler'),
    sortBy: (row) => brawlerName(row.brawler_name),
    cell: ({ brawler_id, brawler_name }) => <BrawlerLink id={brawler_id} name={brawler_name} search={kept} />,
  }
  return (
    <SortableTable
      label={t('meta.brawlers')}
      columns={[name, ...rateColumns(brawlers, (row) => brawlerName(row.brawler_name))]}
      rows={brawlers}
      rowKey={({ brawler_id }) => String(brawler_id)}
      filterBy={(row) => brawlerName(row.brawler_name)}
      filterLabel={t('player.filterBrawlers')}
      few={ROWS_AT_FIRST}
      tools={
        brawlers.some(({ change }) => change !== null) && (
          <p className="max-sm:w-full text-sm text-mut">{t('meta.arrows')}</p>
        )
      }
      fileName={fileName}
    />
  )
}

type BrawlerLinkProps = { id: number; name: string; search?: MetaSearch }

export function BrawlerLink({ id, name, search = {} }: BrawlerLinkProps) {
  return (
    <Link
      to="/meta/brawler/$id"
      params={{ id: String(id) }}
      search={search}
      className="flex min-h-11 min-w-0 items-center no-underline hover:underline"
    >
      <BrawlerLabel id={id} name={name} />
    </Link>
  )
}

/** The columns of every table of rates. Where there are showdowns alone, places stand in place of a rate. */
export function rateColumns<Row extends Rate>(rows: readonly Row[], nameOf: (row: Row) => string): Column<Row>[] {
  const hasResults = rows.some(({ wins, losses, draws }) => wins + losses + draws > 0)
  return [
    hasResults ? rateColumn(nameOf) : placesColumn(),
    {
      id: 'sample',
      header: t('meta.howSure'),
      sortBy: ({ wins, losses, places }) => wins + losses || (places?.battles ?? 0),
      csv: ({ sample }) => sample,
      cell: (row) => <span className="text-sm text-mut">{howSure(row)}</span>,
      phone: 'plain',
    },
    {
      id: 'picks',
      header: t('meta.picked'),
      numeric: true,
      sortBy: ({ picks }) => picks,
      cell: ({ picks, pick_rate }) => (
        <span className="whitespace-nowrap">
          {percent(pick_rate)} <span className="text-sm text-mut max-sm:hidden">({formatThousands(picks)})</span>
        </span>
      ),
    },
    {
      id: 'stars',
      sparse: true,
      header: t('meta.stars'),
      numeric: true,
      sortBy: ({ stars_per_win }) => stars_per_win,
      cell: ({ stars_per_win }) => <KnownNumber value={stars_per_win} format={(stars) => decimal(stars, 2)} />,
      phone: 'none',
    },
    ...(rows.some(({ change }) => change !== null) ? [changeColumn<Row>()] : []),
  ]
}

function rateColumn<Row extends Rate>(nameOf: (row: Row) => string): Column<Row> {
  return {
    id: 'rate',
    header: t('meta.rate'),
    // By what is surely won: 3 of 3 does not lead.
    sortBy: ({ low }) => low,
    csv: ({ rate }) => rate,
    cell: (row) => <WinRate rate={row} of={nameOf(row)} />,
    phone: 'lead',
  }
}

function placesColumn<Row extends Rate>(): Column<Row> {
  return {
    id: 'places',
    header: t('meta.topHalfHead'),
    sortBy: ({ places }) => places?.top_half ?? null,
    cell: ({ places }) => <Places places={places} />,
    phone: 'lead',
  }
}

/** Battles below which places tell nothing. */
const PLACES_FROM = 10

function Places({ places }: Pick<Rate, 'places'>) {
  if (places === null) return null
  if (places.battles < PLACES_FROM) return <span className="text-sm text-mut">{t('meta.tooFew')}</span>
  return (
    <span className="whitespace-nowrap">
      <b className="font-semibold">{percent(Math.round(places.top_half))}</b>{' '}
      <span className="text-sm text-mut">{t('meta.place', { place: decimal(places.mean_place) })}</span>
    </span>
  )
}

function changeColumn<Row extends Rate>(): Column<Row> {
  return {
    id: 'change',
    header: t('meta.change'),
    sparse: true,
    numeric: true,
    sortBy: ({ change }) => change,
    phone: 'plain',
    cell: ({ change }) => (change === null ? null : <Change points={change} />),
  }
}

/** Against the four weeks before, in percentage points. */
export function Change({ points }: { points: number }) {
  const trend = trendOf(Math.round(points * 10), pointsText(points))
  return (
    <span className="whitespace-nowrap">
      <Trend {...trend} />
    </span>
  )
}

/** A change in percentage points: `+1.4 pts`. */
export function pointsText(change: number): string {
  return t('meta.points', { change: signed(change, (size) => decimal(size)) })
}

/** Where a rate lies in 95 of 100 cases: `51 to 58%`. */
export function intervalText(low: number, high: number): string {
  return t('meta.interval', { low: Math.round(low), high: percent(Math.round(high)) })
}

/** How far a rate can be trusted: `51 to 58%`, or `21 to 59%, unsure`. */
function howSure({ rate, low, high }: Rate): string {
  if (rate === null || low === null || high === null) return ''
  return factsInWords([intervalText(low, high), surenessOf({ low, high })])
}

/** Rates of brawlers lie close to a half, so the track shows the middle of the scale alone. */
const NEAR_HALF = { from: 30, to: 70 }

/** A corrected rate as a bar with its interval, its number and a "?"; with too few battles, what there was. */
export function WinRate({ rate: given, of }: { rate: Corrected; of: string }) {
  const { rate, low, high, wins, losses, draws } = given
  if (rate === null || low === null || high === null) {
    if (wins + losses + draws === 0) return <Places places={given.places ?? null} />
    return <span className="text-sm text-mut">{t('meta.wonLost', { wins, losses })}</span>
  }
  return (
    <span className="inline-flex items-center gap-x-2.5">
      <RateTrack {...{ rate, low, high, ...NEAR_HALF }} className="w-28 max-[479px]:w-16" />
      <b className="min-w-12 text-end font-semibold whitespace-nowrap">{percent(rate)}</b>
      {rateExplained(given, of)}
    </span>
  )
}

/** A "?" that tells how a corrected rate came about. */
export function rateExplained(rate: Corrected, of: string) {
  return <ScoreExplain of="brawler_rate" about={of} inputs={inputsOf(rate)} />
}

/** The numbers that a corrected rate was made of. */
function inputsOf({ wins, losses, draws, corrected, prior_weight, low, high }: Corrected) {
  return [
    [t('meta.winsLosses'), t('meta.and', { wins, losses })],
    ...(draws === 0 ? [] : [[t('meta.draws'), draws] as const]),
    ...(corrected === null ? [] : [[t('meta.corrected'), percent(corrected)] as const]),
    [t('meta.drawn'), t('meta.moreBattles', { count: prior_weight })],
    ...(low === null || high === null ? [] : [[t('meta.cases'), intervalText(low, high)] as const]),
  ] as const
}
