import { useQuery } from '@tanstack/react-query'
import { plainName } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import type { Timeframe } from '#shared/timeframe.ts'
import { clubAnalyticsQuery, clubQuery, memberScoresQuery } from '../../api/club-queries.ts'
import { AnalyticsCard } from '../../ui/AnalyticsCard.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SortableTable } from '../../ui/SortableTable.tsx'
import { memberColumns } from './member-columns.tsx'
import { memberRows } from './member-rows.ts'

/** Every member with a link to the player's page. */
export function MemberTable({ tag, days }: { tag: string; days: Timeframe }) {
  const club = useQuery(clubQuery(tag))
  const { data: scores } = useQuery(memberScoresQuery(tag, days))
  const { data: analytics } = useQuery(clubAnalyticsQuery(tag))
  const known = { scores: scores?.member_scores ?? [], ghosts: analytics?.ghosts ?? [] }
  return (
    <AnalyticsCard
      title="Members"
      id="members"
      result={club}
      failure="Unable to load club analytics"
      loading="Loading the members"
      shape="h-96 rounded-md"
    >
      {({ members }) =>
        members.length === 0 ? (
          <EmptyState title="No member data available" />
        ) : (
          <SortableTable
            label="Members of the club"
            columns={memberColumns(days)}
            rows={memberRows(members, { ...known, now: Date.now() })}
            rowKey={(row) => row.tag}
            filterBy={(row) => `${plainName(row.name)} ${row.tag} ${row.role}`}
            filterLabel="Filter members"
            fileName={`club-${tagInPath(tag)}-members`}
          />
        )
      }
    </AnalyticsCard>
  )
}
