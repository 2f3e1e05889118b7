import type { Answer } from '../../api/client.ts'
import { AnalyticsNotice } from '../../ui/AnalyticsNotice.tsx'
import { Highlight } from '../../ui/Highlight.tsx'
import { clubSentence } from './club-sentence.ts'

type Props = {
  analytics: Answer<'GET /api/browse/club/{tag}/analytics'> | undefined
  club: Answer<'GET /api/browse/club/{tag}'> | undefined
}

/** The answer first, in a sentence; below it, where history is short, why there is no more yet. */
export function ClubAnalyticsNotice({ analytics, club }: Props) {
  const sentence = analytics?.summary ?? (club ? clubSentence(club) : null)
  return (
    <>
      {sentence && <Highlight sentence={sentence} />}
      {analytics && !analytics.analytics_available && (
        <AnalyticsNotice
          reason={analytics.unavailable_reason}
          availableOn={analytics.available_on}
          observedDays={analytics.observed_days}
          what="member scores, health and the activity heatmap"
        />
      )}
    </>
  )
}
