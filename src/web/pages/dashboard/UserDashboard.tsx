import { Link } from '@tanstack/react-router'
import { DASHBOARD_SEARCHES } from '#shared/limits.ts'
import { ExampleTags } from '../../chrome/ExampleTags.tsx'
import { searchedNames } from '../../chrome/searched-names.ts'
import { TagSearch } from '../../chrome/TagSearch.tsx'
import type { User } from '../../session/session.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { AccountFacts } from './AccountFacts.tsx'
import { LatestSearch } from './LatestSearch.tsx'

type Props = { user: User; history: readonly string[] }

/** The latest searches, the account, and where to go next. */
export function UserDashboard({ user, history }: Props) {
  const names = searchedNames()
  return (
    <>
      <h1 className="text-hero font-extrabold">
        Welcome back, <bdi>{user.username}</bdi>
      </h1>
      <p className="mt-2 mb-6 text-mut">Searches are unlimited. Where to next?</p>
      <div className="mb-4 max-w-xl">
        <TagSearch large />
      </div>
      <ExampleTags />
      <div className="mt-8 grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
        <div className="grid gap-6">
          <Card title="Latest searches">
            {history.length === 0 ? (
              <EmptyState title="No searches yet" hint="Tags that you search appear here, the newest first." />
            ) : (
              <ul className="grid gap-2.5">
                {history.slice(0, DASHBOARD_SEARCHES).map((tag) => (
                  <LatestSearch key={tag} tag={tag} found={names.find((each) => each.tag === tag)} />
                ))}
              </ul>
            )}
          </Card>
          <nav aria-label="More to see" className="flex flex-wrap gap-3 max-sm:*:flex-auto">
            <Link to="/browse/clubs" className={buttonStyle('outline')}>
              Browse Clubs
            </Link>
            <Link to="/browse/players" className={buttonStyle('outline')}>
              Browse Players
            </Link>
            <Link to="/leaderboards" className={buttonStyle('outline')}>
              Leaderboards
            </Link>
          </nav>
        </div>
        <AccountFacts user={user} />
      </div>
    </>
  )
}
