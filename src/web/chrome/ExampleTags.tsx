import { type EntityType, tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { useSite } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'

const CHIP =
  'inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line px-3 sm:gap-2 sm:px-4 text-base text-ink no-underline hover:bg-raise'

/** Links to the pages of an example club and an example player: a guest pays no search for them. */
export function ExampleTags({ centred = false }: { centred?: boolean }) {
  const { example_club_tag: club, example_player_tag: player } = useSite()
  if (!club && !player) return null
  return (
    <div className={`flex flex-wrap items-center gap-2 ${centred ? 'justify-center' : ''}`}>
      <span className={`text-mut sm:me-1 ${centred ? 'max-sm:w-full' : 'max-sm:sr-only'}`}>{t('frame.try')}</span>
      {club && <Example kind="club" tag={club} />}
      {player && <Example kind="player" tag={player} />}
    </div>
  )
}

function Example({ kind, tag }: { kind: EntityType; tag: string }) {
  return (
    <Link to={`/${kind}/$tag`} params={{ tag: tagInPath(tag) }} className={CHIP}>
      <span className="text-sm text-mut">{t('frame.kind', { kind })}</span>
      <span translate="no" className="font-semibold">
        {tag}
      </span>
    </Link>
  )
}
