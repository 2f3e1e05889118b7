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

/**
 * In place of a club's or player's page: what failed, and where to go. An unknown club or player can be searched; a tag of
 * the other kind leads to its page.
 */
export function EntityFailure({ kind, tag, error }: Props) {
  const [retrying, retry] = useReread(tag)
  const unknown = isUnknownEntity(error)
  const other = kind === 'club' ? 'player' : 'club'
  const isOther = hasCode(error, `tag_of_${other}`)
  const isHidden = hasCode(error, 'player_hidden')
  const isNew = unknown && !isHidden
  const why = isOther ? t('frame.otherTag', { kind: other }) : isNew ? t('frame.searchAsks') : messageOf(error)
  return (
    <ErrorState
      wholePage
      title={unknown ? t('frame.notFound', { kind }) : t('frame.notLoaded', { kind })}
      message={
        <>
          {error && !isHidden && (
            <p translate="no" className="text-lg font-semibold text-ink">
              {tag}
            </p>
          )}
          <p>{why}</p>
        </>
      }
      {...(error && !unknown && { onRetry: retry, retrying })}
    >
      {isNew && (
        <Link to={`/${isOther ? other : 'search'}/$tag`} params={{ tag: tagInPath(tag) }} className={buttonStyle()}>
          {isOther ? t('me.open') : t('frame.searchThis', { kind })}
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

function messageOf(error: Error | null): string {
  const { min, max } = TAG_LENGTH
  return error?.message ?? t('frame.invalidTag', { min: String(min), max: String(max), letters: TAG_ALPHABET })
}

/** True if the server has no such club or player, or does not show it. */
export function isUnknownEntity(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}

function hasCode(error: Error | null, code: string): boolean {
  return error instanceof ApiError && error.code === code
}
