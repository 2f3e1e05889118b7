import { periodWords } from '#shared/review.ts'
import { type EntityType, tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { Link } from '#web/router/Link.tsx'

type ReviewLinkProps = { kind: EntityType; tag: string; period: string | null | undefined }

/** The way back: the newest season or year in review that was shared. Nothing where none is. */
export function ReviewLink({ kind, tag, period }: ReviewLinkProps) {
  if (!period) return null
  return (
    <p className="mt-3">
      <Link
        to={kind === 'club' ? '/club/$tag/review' : '/player/$tag/review'}
        params={{ tag: tagInPath(tag) }}
        search={{ period }}
        className="link"
      >
        {t('forecast.review', { period: periodWords(period) })}
      </Link>
    </p>
  )
}
