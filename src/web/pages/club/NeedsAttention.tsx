import { useQuery } from '@tanstack/react-query'
import { Ghost, Sprout, TrendingDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Timeframe } from '#shared/timeframe.ts'
import type { Answer } from '../../api/client.ts'
import { clubAnalyticsQuery, clubQuery, memberScoresQuery } from '../../api/club-queries.ts'
import { signed } from '../../format/abbreviate.ts'
import { AnalyticsCard } from '../../ui/AnalyticsCard.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { ScoreExplain } from '../../ui/ScoreExplain.tsx'
import { AttentionGroup } from './AttentionGroup.tsx'
import { fallers, newcomers } from './attention.ts'

/** Who a leader should look at, by name: the silent, those who fall, the newly joined. */
export function NeedsAttention({ tag, days }: { tag: string; days: Timeframe }) {
  const analytics = useQuery(clubAnalyticsQuery(tag))
  const club = useQuery(clubQuery(tag))
  const scores = useQuery(memberScoresQuery(tag, days))
  return (
    <AnalyticsCard
      title="Needs attention"
      id="attention"
      action={<ScoreExplain of="ghost_members" />}
      result={analytics}
      failure="Unable to load club analytics"
      loading="Loading who needs attention"
    >
      {({ ghosts, member_performance_summary }) => (
        <div className="grid gap-x-6 gap-y-5 md:grid-cols-3">
          <Ghosts ghosts={ghosts} known={member_performance_summary.ghost_members !== null} />
          <AttentionGroup
            title="Losing trophies"
            icon={<TrendingDown aria-hidden="true" className="size-5 text-warn" />}
            nobody={scores.data?.member_scores.length ? `Nobody lost trophies in ${days} days.` : 'Not known yet.'}
            people={fallers(scores.data?.member_scores ?? []).map(({ player_tag, player_name, gain }) =>
              person(player_tag, player_name, signed(gain)),
            )}
          />
          <AttentionGroup
            title="New here"
            icon={<Sprout aria-hidden="true" className="size-5 text-good" />}
            nobody={club.data ? 'Nobody joined in the last 7 days.' : 'Not known yet.'}
            people={newcomers(club.data?.members ?? [], Date.now()).map(({ tag: member, name, joined_at }) =>
              person(member, name, <RelativeTime time={joined_at} />),
            )}
          />
        </div>
      )}
    </AnalyticsCard>
  )
}

const person = (tag: string, name: string, note: ReactNode) => ({ tag, name, note })

type Analytics = Answer<'GET /api/browse/club/{tag}/analytics'>

function Ghosts({ ghosts, known }: Pick<Analytics, 'ghosts'> & { known: boolean }) {
  const silent = ghosts.toSorted((one, other) => other.days_silent - one.days_silent)
  return (
    <AttentionGroup
      title="Silent"
      icon={<Ghost aria-hidden="true" className="size-5 text-bad" />}
      nobody={known ? 'Nobody is silent for 7 days.' : 'Not known yet.'}
      people={silent.map(({ tag, name, days_silent, at_least }) =>
        person(tag, name, `${days_silent}${at_least ? '+' : ''} ${days_silent === 1 ? 'day' : 'days'} silent`),
      )}
    />
  )
}
