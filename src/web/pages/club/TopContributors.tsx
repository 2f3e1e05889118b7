import { PODIUM } from '#shared/limits.ts'
import type { Answer } from '../../api/client.ts'
import { signed } from '../../format/abbreviate.ts'
import { Podium } from '../../ui/charts/Podium.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { KnownNumber } from '../../ui/KnownNumber.tsx'
import { Monogram } from '../../ui/Monogram.tsx'

type Score = Answer<'GET /api/analytics/club/{tag}/member-scores'>['member_scores'][number]

/** The best three members by overall score; nothing while nobody has one. */
export function TopContributors({ scores }: { scores: readonly Score[] }) {
  const scored = scores.filter(({ overall_score }) => overall_score !== null)
  if (scored.length === 0) return null
  return (
    <Podium
      label="Top contributors"
      places={scored.slice(0, PODIUM).map(({ player_tag, player_name, overall_score, gain }) => ({
        key: player_tag,
        name: <EntityLink to="/player/$tag" tag={player_tag} name={player_name} />,
        picture: <Monogram seed={player_tag} name={player_name} className="size-12 rounded-full" />,
        score: <KnownNumber value={overall_score} format={(value) => value.toFixed(1)} />,
        detail: <KnownNumber value={gain} format={signed} />,
      }))}
    />
  )
}
