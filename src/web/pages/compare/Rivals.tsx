import { Trophy } from 'lucide-react'
import { formatThousands } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { type EntityType, tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { clubQuery, playerQuery, similarClubsQuery } from '#web/app/entity-queries.ts'
import { useFavourites } from '#web/app/favourites.ts'
import { useMine } from '#web/app/my-choice.ts'
import { useQuery } from '#web/app/queries.ts'
import { searchedNames } from '#web/app/searched-names.ts'
import { Monogram } from '#web/ui/Avatar.tsx'
import { PlayerName } from '#web/ui/EntityLink.tsx'

/** Trophies are known of clubmates. */
type Rival = { tag: string; name: string; trophies?: number }

type Props = {
  type: EntityType
  /** Whose rivals: the tag of the first side; without one, only what the visitor keeps is offered. */
  of: string | undefined
  /** The tags that are compared already. */
  taken: readonly string[]
  onChoose: (tag: string) => void
}

/** Rivals on one row. */
const SHOWN = 8

/** Whom to compare with, one tap each: what the visitor keeps, and who is most alike. */
export function Rivals({ type, of, taken, onChoose }: Props) {
  const kept = useKept(type)
  const alike = useAlike(type, of)
  const all = [...kept, ...alike].filter(({ tag }) => !taken.includes(tag))
  const rivals = all.filter(({ tag }, place) => all.findIndex((each) => each.tag === tag) === place).slice(0, SHOWN)
  if (rivals.length === 0) return null
  return (
    <div className="flex items-start gap-3">
      {taken.length > 1 && (
        <p className="flex min-h-12 shrink-0 items-center text-sm text-mut" aria-hidden="true">
          {t('compare.rivals')}
        </p>
      )}
      <ul aria-label={t('compare.rivals')} className="flex min-w-0 gap-2 overflow-x-auto py-0.5 fade-end sm:flex-wrap">
        {rivals.map(({ tag, name, trophies }) => (
          <li key={tag} className="shrink-0">
            <button
              type="button"
              onClick={() => onChoose(tagInPath(tag))}
              className="relative flex min-h-11 items-center gap-2 rounded-full border border-line bg-card ps-1.5 pe-3.5 hover:bg-raise"
            >
              <Monogram seed={tag} name={name} className="size-8 rounded-full" />
              <PlayerName name={name} className="max-w-36 truncate font-semibold" />
              {trophies !== undefined && taken.length < 2 && (
                <span className="inline-flex items-center gap-1 text-sm text-mut">
                  <Trophy size={13} aria-hidden="true" />
                  <span aria-hidden="true">{formatThousands(trophies)}</span>
                  <span className="sr-only">{t('find.factTrophies', { trophies: formatThousands(trophies) })}</span>
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The visitor's club, favourites and recent searches. */
function useKept(type: EntityType): Rival[] {
  const club = useMine('club')
  const favourites = useFavourites()
  const kept = [...favourites, ...searchedNames()].filter((each) => each.type === type)
  return [...(type === 'club' && club ? [club] : []), ...kept].map(({ tag, name }) => ({
    tag,
    name: nameOrTag(name ?? '', tag),
  }))
}

/** The clubs most like a club; of a player, the clubmates nearest in trophies. */
function useAlike(type: EntityType, of: string | undefined): Rival[] {
  const tag = of ?? ''
  const similar = useQuery({ ...similarClubsQuery(tag), enabled: type === 'club' && of !== undefined })
  const player = useQuery({ ...playerQuery(tag), enabled: type === 'player' && of !== undefined })
  const clubTag = player.data?.club?.tag
  const club = useQuery({ ...clubQuery(clubTag ?? ''), enabled: clubTag !== undefined })
  if (type === 'club') {
    const nearest = similar.data?.nearest ?? []
    return nearest.map(({ club_tag, club_name }) => ({ tag: club_tag, name: nameOrTag(club_name, club_tag) }))
  }
  const trophies = player.data?.trophies ?? 0
  const distance = (member: { trophies: number }) => Math.abs(member.trophies - trophies)
  const mates = (club.data?.members ?? []).filter((member) => member.tag !== of)
  return mates
    .toSorted((one, other) => distance(one) - distance(other))
    .map(({ tag, name, trophies }) => ({ tag, name: nameOrTag(name, tag), trophies }))
}
