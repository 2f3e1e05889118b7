import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../api/client.ts'
import { playerAnalyticsQuery } from '../../api/player-queries.ts'
import { AnalyticsCard } from '../../ui/AnalyticsCard.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { KnownNumber } from '../../ui/KnownNumber.tsx'
import { Monogram } from '../../ui/Monogram.tsx'
import { ScoreBar } from '../../ui/ScoreBar.tsx'
import { ScoreExplain } from '../../ui/ScoreExplain.tsx'

/** What the player gives to the club, and the rank in it. */
export function ClubContribution({ tag }: { tag: string }) {
  const result = useQuery(playerAnalyticsQuery(tag))
  return (
    <AnalyticsCard
      title="Club contribution"
      id="contribution"
      action={<ScoreExplain of="contribution_score" />}
      result={result}
      failure="Unable to load player analytics"
      loading="Loading the club contribution"
    >
      {({ club_contribution }) =>
        club_contribution ? (
          <Contribution {...club_contribution} />
        ) : (
          <EmptyState title="Not in a club" hint="A rank appears once the player is seen in a club." />
        )
      }
    </AnalyticsCard>
  )
}

type ContributionProps = NonNullable<Answer<'GET /api/browse/player/{tag}/analytics'>['club_contribution']>

function Contribution({ club_tag, club_name, contribution_score, rank_in_club, members_ranked }: ContributionProps) {
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Monogram seed={club_tag} name={club_name} className="size-14 rounded-md" />
        <EntityLink
          to="/club/$tag"
          tag={club_tag}
          name={club_name}
          className="min-w-0 flex-[1_1_8rem] text-lg font-semibold"
          clipped
        />
        <p className="text-right">
          <span className="text-2xl font-extrabold">
            <KnownNumber value={rank_in_club} format={(rank) => `#${rank}`} />
          </span>
          <span className="block text-sm text-mut">of {members_ranked} members</span>
        </p>
      </div>
      <dl>
        <ScoreBar label="Contribution in 30 days" score={contribution_score} />
      </dl>
    </>
  )
}
