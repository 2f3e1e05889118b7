import { Link } from '@tanstack/react-router'
import { tagInPath } from '#shared/tag.ts'
import { ApiError } from '../../api/api-error.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'

type Props = {
  tag: string
  /** Null when the address holds no tag at all. */
  error: Error | null
  onRetry?: () => void
  retrying?: boolean
}

/** True when the server knows no such player. */
export function isNotFound(error: Error): boolean {
  return error instanceof ApiError && error.status === 404
}

/** The page's own failure, with a way back; what nobody searched yet can be searched. */
export function PlayerFailure({ tag, error, onRetry, retrying = false }: Props) {
  const missing = error !== null && isNotFound(error)
  return (
    <ErrorState
      title={missing ? 'Player data not found' : 'Unable to load player analytics'}
      message={messageOf(tag, error)}
      {...(!missing && onRetry && { onRetry, retrying })}
    >
      {missing && !isHidden(error) && (
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

function messageOf(tag: string, error: Error | null): string {
  if (error === null) return 'Invalid search tag: a tag has 3 to 14 of the letters 0289PYLQGRJCUV.'
  const unknown = isNotFound(error) && !isHidden(error)
  return unknown ? `Nobody has searched for ${tag} here yet. A search asks the game.` : error.message
}

function isHidden(error: Error): boolean {
  return error instanceof ApiError && error.code === 'player_hidden'
}
