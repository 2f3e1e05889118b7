import { useMemo } from 'react'
import { brawlerName } from '#shared/game-names.ts'
import { decimal, formatThousands, percent } from '#shared/number-format.ts'
import { isPlaced, reliableFirst } from '#shared/rate-order.ts'
import { rangeOf } from '#shared/share-range.ts'
import { t } from '#shared/texts.ts'
import { BrawlerPicture } from '#web/chrome/GamePictures.tsx'
import { Link } from '#web/router/Link.tsx'
import { reachOf } from '#web/ui/RateTrack.tsx'
import { SortableTable } from '#web/ui/SortableTable.tsx'
import { KnownNumber } from '#web/ui/StatGrid.tsx'
import type { Column } from '#web/ui/TableTools.tsx'
import type { BrawlerRow, MetaSearch } from './meta-search.ts'
import { battlesOf, Change, howSure, NoChange, Places, WinRate } from './Rate.tsx'

type TableProps = {
  brawlers: readonly BrawlerRow[]
  search: MetaSearch
  fileName: string
  /** Those whom a podium above the table shows. */
  podium?: readonly BrawlerRow[]
}

const ROWS_AT_FIRST = 6
const NOBODY: readonly BrawlerRow[] = []

/** Brawlers by what they surely win, the best first. */
export function BrawlerTable({ brawlers, search, fileName, podium = NOBODY }: TableProps) {
  const { tab: _tab, mode: _mode, ...kept } = search
  const rows = useMemo(
    () => [...podium, ...reliableFirst(brawlers).filter((row) => !podium.includes(row))],
    [brawlers, podium],
  )
  const name: Column<BrawlerRow> = {
    id: 'brawler',
    header: t('meta.brawler'),
    sortBy: (row) => brawlerName(row.brawler_name),
    cell: (row) => (
      <span className="flex items-center gap-2.5">
        <span className="w-8 shrink-0 text-sm font-normal text-mut">{isPlaced(row) && rows.indexOf(row) + 1}</span>
        <BrawlerLink id={row.brawler_id} name={row.brawler_name} search={kept} />
      </span>
    ),
  }
  const has = (figure: 'rate' | 'change') => brawlers.some((row) => row[figure] !== null)
  return (
    <>
      <SortableTable
        label={t('meta.brawlers')}
        columns={[name, ...rateColumns(brawlers)]}
        rows={rows}
        rowKey={({ brawler_id }) => String(brawler_id)}
        filterBy={(row) => brawlerName(row.brawler_name)}
        filterLabel={t('player.filterBrawlers')}
        few={ROWS_AT_FIRST}
        order={has('rate') && <Order />}
        lead={podium.length}
        fileName={fileName}
      />
      {has('change') && <p className="mt-2 text-sm text-mut">{t('meta.arrows')}</p>}
    </>
  )
}

/** Says how the rows are ordered, since the highest rate does not lead. */
function Order() {
  // On a phone below the filter and the sorting, which share a line.
  return (
    <p className="max-sm:w-full text-sm text-mut" style={{ order: 1 }}>
      {t('meta.byLowEnd')}
    </p>
  )
}

type BrawlerLinkProps = { id: number; name: string; search: MetaSearch }

function BrawlerLink({ id, name, search }: BrawlerLinkProps) {
  return (
    <Link
      to="/meta/brawler/$id"
      params={{ id: String(id) }}
      search={search}
      className="flex min-h-11 min-w-0 items-center gap-2.5 no-underline hover:underline"
    >
      <BrawlerPicture id={id} name={name} className="size-9 rounded-md" />
      <bdi className="line-clamp-2">{brawlerName(name)}</bdi>
    </Link>
  )
}

/** Where there are showdowns alone, places stand in place of a rate. */
function rateColumns(rows: readonly BrawlerRow[]): Column<BrawlerRow>[] {
  const hasResults = rows.some(({ wins, losses, draws }) => wins + losses + draws > 0)
  return [
    hasResults ? rateColumn(reachOf(rows.map(rangeOf))) : placesColumn(),
    {
      id: 'sample',
      header: t('meta.howSure'),
      sortBy: battlesOf,
      csv: ({ sample }) => sample,
      cell: (row) => <span className="text-sm text-mut">{howSure(row)}</span>,
      phone: 'plain',
    },
    {
      id: 'battles',
      header: t('chart.battlesHead'),
      numeric: true,
      sortBy: battlesOf,
      cell: (row) => formatThousands(battlesOf(row)),
    },
    {
      id: 'picks',
      header: t('meta.picked'),
      numeric: true,
      sortBy: ({ pick_rate }) => pick_rate,
      cell: ({ pick_rate }) => percent(pick_rate),
      phone: 'none',
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
    {
      id: 'change',
      header: t('meta.change'),
      sparse: true,
      numeric: true,
      sortBy: ({ change }) => change,
      phone: 'plain',
      cell: ({ change }) => (change === null ? <NoChange /> : <Change points={change} />),
    },
  ]
}

function rateColumn(reach: number): Column<BrawlerRow> {
  return {
    id: 'rate',
    header: t('meta.rate'),
    // By what is surely won: 3 of 3 does not lead.
    sortBy: (row) => rangeOf(row)?.low ?? null,
    csv: ({ rate }) => rate,
    cell: (row) => <WinRate rate={row} of={brawlerName(row.brawler_name)} reach={reach} />,
    phone: 'lead',
  }
}

function placesColumn(): Column<BrawlerRow> {
  return {
    id: 'places',
    header: t('meta.topHalfHead'),
    sortBy: ({ places }) => places?.top_half ?? null,
    cell: ({ places }) => <Places places={places} />,
    phone: 'lead',
  }
}
