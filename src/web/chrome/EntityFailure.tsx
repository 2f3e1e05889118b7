import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type EntityType, TAG_ALPHABET, TAG_LENGTH, tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
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
      title={unknown ? t('frame.notFound', { kind }) : t('frame.notLoaded', { kind })}
      message={
        <>
          {error && !unknown && (
            <p translate="no" className="text-lg font-semibold text-ink">
              {tag}
            </p>
          )}
          <p>{messageOf(tag, error)}</p>
        </>
      }
      {...(error && !unknown && { onRetry: retry, retrying })}
    >
      {unknown && !isHidden(error) && (
        <Link to="/search/$tag" params={{ tag: tagInPath(tag) }} className={buttonStyle()}>
          {t('frame.searchThis', { kind })}
        </Link>
      )}
      <Link to={`/browse/${kind}s`} className={buttonStyle('outline')}>
        {t('frame.browseOther', { kind })}
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

function messageOf(tag: string, error: Error | null): string {
  if (error === null) {
    const { min, max } = TAG_LENGTH
    return t('frame.invalidTag', { min: String(min), max: String(max), letters: TAG_ALPHABET })
  }
  const unknown = isUnknownEntity(error) && !isHidden(error)
  return unknown ? t('frame.notSearched', { tag }) : error.message
}

/** True if the server has no such club or player, or does not show it. */
export function isUnknownEntity(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}

/** True for a player who asked to be hidden. */
function isHidden(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'player_hidden'
}
