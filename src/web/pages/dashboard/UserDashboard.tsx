import { Link } from '@tanstack/react-router'
import { DASHBOARD_SEARCHES } from '#shared/limits.ts'
import { tagInPath } from '#shared/tag.ts'
import { ExampleTags } from '../../chrome/ExampleTags.tsx'
import { TagSearch } from '../../chrome/TagSearch.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Monogram } from '../../ui/Monogram.tsx'

type Props = { name: string; history: readonly string[] }

/** The latest searches, and the next one. */
export function UserDashboard({ name, history }: Props) {
  return (
    <>
      <h1 className="text-hero font-extrabold">
        Welcome back, <bdi>{name}</bdi>
      </h1>
      <p className="mt-2 mb-6 text-mut">Searches are unlimited. Where to next?</p>
      <div className="mb-4 max-w-xl">
        <TagSearch large />
      </div>
      <ExampleTags />
      <Card title="Latest searches" className="mt-8">
        {history.length === 0 ? (
          <EmptyState title="No searches yet" hint="Tags that you search appear here, the newest first." />
        ) : (
          <ul className="grid gap-3 sm:grid-cols-3">
            {history.slice(0, DASHBOARD_SEARCHES).map((tag) => (
              <li key={tag}>
                <Link
                  to="/search/$tag"
                  params={{ tag: tagInPath(tag) }}
                  className="flex min-h-16 items-center gap-3 rounded-md bg-raise px-4 font-semibold no-underline hover:brightness-112"
                >
                  <Monogram seed={tag} name={tagInPath(tag)} className="size-9 rounded-sm" />
                  <span translate="no">{tag}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}
