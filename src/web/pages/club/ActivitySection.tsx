import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Timeframe as Days } from '#shared/timeframe.ts'
import type { Answer } from '../../api/client.ts'
import { heatmapQuery } from '../../api/club-queries.ts'
import { AnalyticsCard } from '../../ui/AnalyticsCard.tsx'
import { ActivityHeatmap } from '../../ui/charts/ActivityHeatmap.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { heatmapRows } from './heatmap-rows.ts'

type Props = { tag: string; days: Days; onDays: (days: Days) => void }

/** Who was active on which day. */
export function ActivitySection({ tag, days, onDays }: Props) {
  const result = useQuery(heatmapQuery(tag, days))
  return (
    <AnalyticsCard
      title="Activity heatmap"
      id="activity"
      days={days}
      onDays={onDays}
      result={result}
      failure="Failed to fetch activity data"
      loading="Loading the activity"
      shape="h-96 rounded-md"
    >
      {(heatmap) =>
        Object.keys(heatmap.member_activity).length === 0 ? (
          <EmptyState title="No member data available" hint="Days appear once members were observed." />
        ) : (
          <Heatmap heatmap={heatmap} />
        )
      }
    </AnalyticsCard>
  )
}

function Heatmap({ heatmap }: { heatmap: Answer<'GET /api/analytics/club/{tag}/activity-heatmap'> }) {
  const [quietest, setQuietest] = useState(false)
  const all = Object.keys(heatmap.member_activity).length
  const rows = heatmapRows(heatmap.member_activity, quietest)
  return (
    <>
      <p className="mb-2 flex flex-wrap items-center justify-between gap-x-4 text-sm text-mut">
        <span>
          {rows.length < all ? `${rows.length} of ${all} members, ` : ''}
          {quietest ? 'quietest first' : 'most active first'}
        </span>
        <button type="button" onClick={() => setQuietest(!quietest)} className="link min-h-6">
          {quietest ? 'Most active first' : 'Quietest first'}
        </button>
      </p>
      <ActivityHeatmap
        label="Activity of the members"
        dates={heatmap.dates}
        rows={rows.map(({ tag, name, activeDays, changes }) => ({
          key: tag,
          activeDays,
          changes,
          name: (
            <EntityLink
              to="/player/$tag"
              tag={tag}
              name={name}
              className="block min-h-6 leading-6 no-underline! text-ink! hover:underline!"
              clipped
            />
          ),
        }))}
      />
    </>
  )
}
