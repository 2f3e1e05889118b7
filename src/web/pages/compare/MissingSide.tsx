import { tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { Link } from '#web/router/Link.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { SectionFailure } from '#web/ui/Notice.tsx'
import { saidOnly, Text } from '#web/ui/Text.tsx'

type MissingProps = { tag: string; error: Error; onRetry: () => void; onChange: () => void }

/** Why one side cannot be shown, with a search for it and a way to choose another one. */
export function MissingSide({ tag, error, onRetry, onChange }: MissingProps) {
  return (
    <div className="grid content-start gap-2">
      <SectionFailure title={t('compare.missing', { tag })} message={error.message} onRetry={onRetry} />
      <Link to="/search/$tag" params={{ tag: tagInPath(tag) }} className={buttonStyle('outline')}>
        {t('compare.searchFor', { tag })}
      </Link>
      <button type="button" onClick={onChange} className="link min-h-6 text-sm">
        <Text id="compare.change" values={{ name: tag, said: saidOnly }} />
      </button>
    </div>
  )
}
