import { normaliseTag } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { PlayerName } from '#web/ui/EntityLink.tsx'

type Found = Answer<'GET /api/browse/entities'>
type ChoicesProps = { found: Found; onChoose: (tag: string) => void }

/** The clubs or players found for a name, to choose one. */
export function Choices({ found, onChoose }: ChoicesProps) {
  const list = choicesIn(found)
  if (list.length === 0) return t('compare.nobody')
  return (
    <ul className="grid gap-1">
      {list.map(({ tag, name }) => (
        <li key={tag}>
          <button
            type="button"
            onClick={() => onChoose(tag)}
            className="flex min-h-11 w-full items-center justify-between gap-3 rounded-sm bg-raise px-3 text-ink hover:lift"
          >
            <PlayerName name={name} className="truncate font-semibold" />
            <span translate="no" className="shrink-0 text-mut">
              {tag}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The tags and names of the clubs or players found. Hidden players have no tag and are left out. */
function choicesIn({ clubs = [], players = [] }: Found) {
  const all = [
    ...clubs.map(({ club_tag: tag, club_name: name }) => ({ tag, name })),
    ...players.map(({ player_tag: tag, player_name: name }) => ({ tag, name })),
  ]
  return all.filter(({ tag }) => normaliseTag(tag) !== null)
}
