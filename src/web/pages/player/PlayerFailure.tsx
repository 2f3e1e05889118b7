import { Link } from '@tanstack/react-router'
import { tagInPath } from '#shared/tag.ts'
import { ApiError } from '../../api/api-error.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'

type Props = { tag: string; error: Error; onRetry: () => void; retrying: boolean }

/** True when the server knows no such player. */
export function isNotFound(error: Error): boolean {
  return error instanceof ApiError && error.status === 404
}

/** The page's own failure, with a way back; what nobody searched yet can be searched. */
export function PlayerFailure({ tag, error, onRetry, retrying }: Props) {
  const missing = isNotFound(error)
  const hidden = error instanceof ApiError && error.code === 'player_hidden'
  return (
    <ErrorState
      title={missing ? 'Player data not found' : 'Unable to load player analytics'}
      message={error.message}
      {...(!missing && { onRetry, retrying })}
    >
      {missing && !hidden && (
        <Link to="/search/$tag" params={{ tag: tagInPath(tag) }} className={buttonStyle()}>
          Search for this player
        </Link>
      )}
      <Link to="/browse/players" className={buttonStyle('outline')}>
        Browse other players
      </Link>
    </ErrorState>
  )
}
