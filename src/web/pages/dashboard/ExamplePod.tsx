import type { ReactNode } from 'react'
import { DEFAULT_TIMEFRAME } from '#shared/days.ts'
import { t } from '#shared/texts.ts'
import { clubAnalyticsQuery, clubQuery, memberScoresQuery } from '#web/app/entity-queries.ts'
import { useMine } from '#web/app/my-choice.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { useSession } from '#web/app/SessionProvider.tsx'
import { Pod, podOf } from '#web/chrome/Pod.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EntityLink } from '#web/ui/EntityLink.tsx'

/** The example club as a pod: what a visitor gets who follows nobody yet. Nothing where it cannot be had. */
export function ExamplePod({ tag, pending }: { tag: string; pending: ReactNode }) {
  const club = useQuery(clubQuery(tag))
  const analytics = useQuery(clubAnalyticsQuery(tag))
  const scores = useQuery(memberScoresQuery(tag, DEFAULT_TIMEFRAME))
  const isOwn = useIsOwn(tag)
  if ([club, analytics, scores].some(({ isLoadingError }) => isLoadingError)) return null
  if (!club.data || !analytics.data || !scores.data) return pending
  const pod = podOf(club.data.members, analytics.data, scores.data.member_scores)
  return (
    <Card
      title={<EntityLink to="/club/$tag" tag={tag} name={club.data.name} className="text-xl" />}
      action={!isOwn && <span className="text-sm text-mut">{t('dashboard.example')}</span>}
    >
      <div className="lg:[zoom:1.6]">
        <Pod pod={pod} />
      </div>
    </Card>
  )
}

/** Whether the visitor calls the club theirs, or is linked to it; also while that is not known. */
function useIsOwn(tag: string): boolean {
  const isMine = useMine('club')?.tag === tag
  const { isAuthenticated } = useSession()
  const desks = useQuery({ ...query('GET /api/desk/clubs', undefined, 'moments'), enabled: isAuthenticated })
  const isLinked = desks.data?.clubs.some((desk) => desk.tag === tag && desk.player_tag !== null)
  return isMine || (isLinked ?? desks.isLoading)
}
