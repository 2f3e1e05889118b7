import { TRENDING } from '#shared/limits.ts'
import { plainName } from '#shared/plain-name.ts'
import { abbreviate, percent, signed } from '../../format/abbreviate.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Explain } from '../../ui/Explain.tsx'
import { Monogram } from '../../ui/Monogram.tsx'
import { Trend } from '../../ui/Trend.tsx'
import { trendOf } from '../../ui/trend-of.ts'
import type { Dashboard } from './dashboard-answer.ts'

type Entities = Dashboard['trending_this_week']

/** Who grew most this week, with the reason and the figures behind it. */
export function Trending({ entities }: { entities: Entities }) {
  const explain = (
    <Explain label="Trending">
      <p>
        Clubs and players by trophy growth in percent over 7 days, season resets taken out; only those with at least 7
        days of history.
      </p>
    </Explain>
  )
  return (
    <Card title="Trending this week" action={explain}>
      {entities.length === 0 ? (
        <EmptyState title="No trending entities this week" hint="Growth shows after 7 days of history." />
      ) : (
        <ol className="grid grid-cols-1 gap-x-6 md:grid-cols-2">
          {entities.slice(0, TRENDING).map((entity, place) => (
            <Entity key={`${entity.type}${entity.tag}`} entity={entity} place={place + 1} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function Entity({ entity, place }: { entity: Entities[number]; place: number }) {
  const { tag, name, type, metrics, reason } = entity
  const growth = metrics.trophy_growth_7d_percent
  return (
    <li className="relative -mx-2 flex min-w-0 items-center gap-3 rounded-md px-2 py-2.5 hover:bg-raise">
      <span className="w-5 shrink-0 text-center text-sm font-semibold text-mut">{place}</span>
      <Monogram seed={tag} name={plainName(name)} className="size-10 rounded-sm" />
      <div className="min-w-0 flex-1">
        <EntityLink
          to={type === 'club' ? '/club/$tag' : '/player/$tag'}
          tag={tag}
          name={name}
          className="block font-semibold text-ink! no-underline! after:absolute after:inset-0 after:rounded-md"
          clipped
        />
        <p className="line-clamp-2 text-sm normal-nums text-mut">
          <span className="sr-only">{type}, </span>
          {reason}
        </p>
      </div>
      <p className="shrink-0 text-right">
        <span className="block font-extrabold">
          <Trend {...trendOf(growth, signed(growth, percent))} />
        </span>
        <span className="block text-sm text-mut">{abbreviate(metrics.trophies)} trophies</span>
      </p>
    </li>
  )
}
