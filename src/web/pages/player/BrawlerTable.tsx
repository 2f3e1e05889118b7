import { useQuery } from '@tanstack/react-query'
import { tagInPath } from '#shared/tag.ts'
import { playerQuery } from '../../api/player-queries.ts'
import { AnalyticsCard } from '../../ui/AnalyticsCard.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SortableTable } from '../../ui/SortableTable.tsx'
import { BRAWLER_COLUMNS, type Brawler, brawlerName } from './brawler-columns.tsx'

/** Every brawler of the player, those with the most trophies first. */
export function BrawlerTable({ tag }: { tag: string }) {
  const result = useQuery(playerQuery(tag))
  return (
    <AnalyticsCard
      title="Brawlers"
      id="brawlers"
      result={result}
      failure="Unable to load player analytics"
      loading="Loading the brawlers"
      shape="h-96 rounded-md"
    >
      {({ brawlers }) =>
        brawlers.length === 0 ? (
          <EmptyState
            title="No brawler data available"
            hint="Brawlers stand in the player’s own profile, which was not read yet."
          />
        ) : (
          <SortableTable
            label="Brawlers of the player"
            columns={BRAWLER_COLUMNS}
            rows={brawlers.toSorted(byTrophies)}
            rowKey={({ id }) => String(id)}
            filterBy={({ name }) => brawlerName(name)}
            filterLabel="Filter brawlers"
            fileName={`player-${tagInPath(tag)}-brawlers`}
          />
        )
      }
    </AnalyticsCard>
  )
}

function byTrophies(one: Brawler, other: Brawler): number {
  return (other.trophies ?? -1) - (one.trophies ?? -1)
}
