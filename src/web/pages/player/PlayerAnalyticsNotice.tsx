import { plainName } from '#shared/plain-name.ts'
import type { Answer } from '../../api/client.ts'
import { AnalyticsNotice } from '../../ui/AnalyticsNotice.tsx'
import { Highlight } from '../../ui/Highlight.tsx'
import { nextMilestoneSentence, playerSentence } from './player-sentence.ts'

type Props = {
  analytics: Answer<'GET /api/browse/player/{tag}/analytics'> | undefined
  player: Answer<'GET /api/browse/player/{tag}'> | undefined
}

/** The answer first, in a sentence; below it, where history is short, why there is no more yet. */
export function PlayerAnalyticsNotice({ analytics, player }: Props) {
  const known = analytics?.summary ?? (player ? playerSentence({ ...player, club: plainClub(player.club) }) : null)
  const next = analytics?.next_milestone
  const ahead = next && !known?.includes('milestone') ? ` ${nextMilestoneSentence(next)}` : ''
  return (
    <>
      {known && <Highlight sentence={known + ahead} />}
      {analytics && !analytics.analytics_available && (
        <AnalyticsNotice
          reason={analytics.unavailable_reason}
          availableOn={analytics.available_on}
          observedDays={analytics.observed_days}
          what="performance, activity and club contribution"
        />
      )}
    </>
  )
}

function plainClub(club: { name: string } | null): { name: string } | null {
  return club && { name: plainName(club.name) }
}
