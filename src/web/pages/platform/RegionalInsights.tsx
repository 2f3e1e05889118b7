import { thousands } from '../../format/abbreviate.ts'
import { regionName } from '../../format/region-name.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Explain } from '../../ui/Explain.tsx'
import { ScoreBar } from '../../ui/ScoreBar.tsx'
import type { Dashboard } from './dashboard-answer.ts'

type Region = Dashboard['regional_insights'][number]

/** How lively each part of the world is, and who leads there. */
export function RegionalInsights({ regions }: { regions: readonly Region[] }) {
  const known = regions.filter(({ entity_count }) => entity_count > 0)
  const explain = (
    <Explain label="Regions">
      <p>
        The game gives no region. Who was seen in a country's ranking has that country; members have their club's.
        Others count for none.
      </p>
    </Explain>
  )
  return (
    <Card title="Regional insights" action={explain}>
      {known.length === 0 ? (
        <EmptyState
          title="Regional data not available"
          hint="It appears once leaderboards of countries were collected."
        />
      ) : (
        <ul className="grid gap-6 sm:grid-cols-3">
          {known.map((region) => (
            <Insight key={region.region} region={region} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Insight({ region: { region, entity_count, avg_activity_score, top_performers } }: { region: Region }) {
  return (
    <li className="min-w-0">
      <h3 className="font-semibold">{regionName(region)}</h3>
      <p className="text-sm text-mut">{thousands(entity_count)} clubs and players</p>
      <dl className="mt-2 text-sm">
        <ScoreBar label="Activity" score={avg_activity_score} compact />
      </dl>
      {top_performers.length > 0 && (
        <ol className="mt-3 grid grid-cols-1 gap-1.5 text-sm">
          {top_performers.map(({ tag, name, type, score }) => (
            <li key={`${type}${tag}`} className="flex items-baseline justify-between gap-3">
              <EntityLink
                to={type === 'club' ? '/club/$tag' : '/player/$tag'}
                tag={tag}
                name={name}
                className="min-w-0 py-1"
                clipped
              />
              <span className="font-semibold">{Math.round(score)}</span>
            </li>
          ))}
        </ol>
      )}
    </li>
  )
}
