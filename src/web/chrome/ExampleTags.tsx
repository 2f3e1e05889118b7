import { Link } from '@tanstack/react-router'
import { tagInPath } from '#shared/tag.ts'
import { useSite } from '../api/site.ts'

const CHIP =
  'inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line px-3 sm:gap-2 sm:px-4 text-base text-ink no-underline hover:bg-raise'

/** Tags to try the search with: one club, one player. */
export function ExampleTags() {
  const { example_club_tag: club, example_player_tag: player } = useSite()
  if (!club && !player) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-mut max-sm:sr-only sm:mr-1">Try</span>
      {club && <Example kind="club" tag={club} />}
      {player && <Example kind="player" tag={player} />}
    </div>
  )
}

function Example({ kind, tag }: { kind: string; tag: string }) {
  return (
    <Link to="/search/$tag" params={{ tag: tagInPath(tag) }} className={CHIP}>
      <span className="text-sm text-mut">{kind}</span>
      <span translate="no" className="font-semibold">
        {tag}
      </span>
    </Link>
  )
}
