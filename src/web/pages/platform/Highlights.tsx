import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import type { Dashboard } from './dashboard-answer.ts'

/** What stands out among all that is tracked. */
export function Highlights({ highlights }: { highlights: Dashboard['analytics_highlights'] }) {
  return (
    <Card title="Highlights">
      {highlights.length === 0 ? (
        <EmptyState title="No highlights yet" hint="They show after 7 days of history." />
      ) : (
        <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-6 lg:[&>li]:col-span-2 lg:[&>li:nth-child(-n+2)]:col-span-3">
          {highlights.map(({ entity_type, entity_tag, entity_name, title, description, metric }) => (
            <li key={`${title}${entity_tag}`} className="min-w-0 rounded-md bg-raise px-4 py-3.5">
              <h3 className="text-sm text-mut">{title}</h3>
              <p className="mt-0.5 text-xl font-extrabold">{metric}</p>
              <EntityLink
                to={entity_type === 'club' ? '/club/$tag' : '/player/$tag'}
                tag={entity_tag}
                name={entity_name}
                className="block font-semibold"
                clipped
              />
              <p className="mt-1 line-clamp-4 text-sm text-mut">{description}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
