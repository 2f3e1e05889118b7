import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type EntityType, TAG_CHARACTERS, tagInPath } from '#shared/tag.ts'
import { ApiError } from '#web/app/api-client.ts'
import { refetchTag } from '#web/app/entity-queries.ts'
import { Link } from '#web/router/Link.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/Notice.tsx'

type Props = {
  kind: EntityType
  tag: string
  /** Null if the address holds no valid tag. */
  error: Error | null
}

/** In place of a club's or player's page: what failed, and where to go. An unknown club or player can be searched. */
export function EntityFailure({ kind, tag, error }: Props) {
  const [retrying, retry] = useReread(tag)
  const unknown = isUnknownEntity(error)
  return (
    <ErrorState
      wholePage
      title={unknown ? `${NAMES[kind]} data not found` : `Unable to load ${kind} analytics`}
      message={messageOf(tag, error)}
      {...(error && !unknown && { onRetry: retry, retrying })}
    >
      {unknown && !isHidden(error) && (
        <Link to="/search/$tag" params={{ tag: tagInPath(tag) }} className={buttonStyle()}>
          Search for this {kind}
        </Link>
      )}
      <Link to={`/browse/${kind}s`} className={buttonStyle('outline')}>
        Browse other {kind}s
      </Link>
    </ErrorState>
  )
}

/** Whether every answer about a tag is being read again, and a function that does it. */
function useReread(tag: string): [reading: boolean, reread: () => void] {
  const client = useQueryClient()
  const [reading, setReading] = useState(false)
  const reread = () => {
    setReading(true)
    void refetchTag(client, tag).finally(() => setReading(false))
  }
  return [reading, reread]
}

const NAMES = { club: 'Club', player: 'Player' } as const

function messageOf(tag: string, error: Error | null): string {
  if (error === null) return `Invalid search tag: a tag has ${TAG_CHARACTERS}.`
  const unknown = isUnknownEntity(error) && !isHidden(error)
  return unknown ? `Nobody has searched for ${tag} here yet. A search asks the game.` : error.message
}

/** True if the server has no such club or player, or does not show it. */
export function isUnknownEntity(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}

/** True for a player who asked to be hidden. */
function isHidden(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'player_hidden'
}
