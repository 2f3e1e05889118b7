import { useQuery } from '@tanstack/react-query'
import { playerQuery } from '../../api/player-queries.ts'
import { AnalyticsCard } from '../../ui/AnalyticsCard.tsx'
import { VictoryBars } from '../../ui/charts/VictoryBars.tsx'
import { KnownNumber } from '../../ui/KnownNumber.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { sumOfKnown } from './sum-of-known.ts'

/** Victories by mode, as the player's own profile says. */
export function VictoryStats({ tag }: { tag: string }) {
  const result = useQuery(playerQuery(tag))
  return (
    <AnalyticsCard
      title="Victories"
      id="victories"
      result={result}
      failure="Unable to load player analytics"
      loading="Loading the victories"
    >
      {({ '3vs3Victories': threeVsThree, soloVictories: solo, duoVictories: duo, profile_updated }) => (
        <>
          <p className="mb-4">
            <span className="text-2xl font-extrabold">
              <KnownNumber value={sumOfKnown([threeVsThree, solo, duo])} />
            </span>{' '}
            <span className="text-mut">victories in all</span>
          </p>
          <VictoryBars threeVsThree={threeVsThree} solo={solo} duo={duo} />
          <p className="mt-4 text-sm text-mut">
            {profile_updated ? (
              <>
                From the profile read <RelativeTime time={profile_updated} />
              </>
            ) : (
              'The profile was not read yet: so far only the club’s list was.'
            )}
          </p>
        </>
      )}
    </AnalyticsCard>
  )
}
