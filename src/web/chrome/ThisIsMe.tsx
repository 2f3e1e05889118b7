import { UserRound } from 'lucide-react'
import { plainName } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { chooseMine, useMine } from '#web/app/my-choice.ts'
import { Link } from '#web/router/Link.tsx'

/** Lets any visitor say that a player is them, and then leads to clubs that fit. One more click takes it back. */
export function ThisIsMe({ tag, name }: { tag: string; name: string }) {
  const mine = useMine('player')?.tag === tag
  return (
    <span className="inline-flex flex-wrap gap-x-4">
      <button
        type="button"
        aria-pressed={mine}
        onClick={() => chooseMine('player', mine ? null : { tag, name: plainName(name) })}
        className={`${SMALL} gap-1.5`}
      >
        <UserRound size={16} aria-hidden="true" fill={mine ? 'currentColor' : 'none'} />
        {mine ? t('me.myPlayer') : t('me.thisIsMe')}
      </button>
      {mine && (
        <Link to="/find" search={{ tag: tagInPath(tag) }} className={`${SMALL} no-underline`}>
          {t('me.findClub')}
        </Link>
      )}
    </span>
  )
}

/** On a line of text, with room for a finger around it. */
const SMALL =
  'relative inline-flex items-center rounded-sm font-semibold text-acc before:absolute before:-inset-x-2 before:-inset-y-2.5'
