import { useMemo } from 'react'
import { brawlerName } from '#shared/game-names.ts'
import { decimal, formatThousands, percent } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import { BrawlerLabel } from '#web/chrome/GamePictures.tsx'
import { Link } from '#web/router/Link.tsx'
import { rangeOf, reachOf } from '#web/ui/RateTrack.tsx'
import { SortableTable } from '#web/ui/SortableTable.tsx'
import { KnownNumber } from '#web/ui/StatGrid.tsx'
import type { Column } from '#web/ui/TableTools.tsx'
import type { BrawlerRow, MetaSearch } from './meta-search.ts'
import { battlesOf, Change, howSure, Places, reliableFirst, WinRate } from './Rate.tsx'

type TableProps = { brawlers: readonly BrawlerRow[]; search: MetaSearch; fileName: string }

const ROWS_AT_FIRST = 6

/** Brawlers by what they surely win, the best first. */
export function BrawlerTable({ brawlers, search, fileName }: TableProps) {
  const { tab: _tab, mode: _mode, ...kept } = search
  const rows = useMemo(() => reliableFirst(brawlers), [brawlers])
  const name: Column<BrawlerRow> = {
    id: 'brawler',
    header: t('meta.brawler'),
    sortBy: (row) => brawlerName(row.brawler_name),
    cell: ({ brawler_id, brawler_name }) => <BrawlerLink id={brawler_id} name={brawler_name} search={kept} />,
  }
  return (
    <SortableTable
      label={t('meta.brawlers')}
      columns={[name, ...rateColumns(brawlers)]}
      rows={rows}
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

type BrawlerLinkProps = { id: number; name: string; search: MetaSearch }

function BrawlerLink({ id, name, search }: BrawlerLinkProps) {
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
      cell: ({ change }) => (change === null ? null : <Change points={change} />),
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
