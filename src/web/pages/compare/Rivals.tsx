import { useId } from 'react'
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

type Rival = { tag: string; name: string; trophies?: number }

type Alike = {
  rivals: Rival[]
  isLoading: boolean
  /** Trophies of the one whom they resemble. */
  than?: number
}

type Props = {
  type: EntityType
  /** Whose rivals: the tag of the first side; without one, only what the visitor keeps is offered. */
  of: string | undefined
  /** The tags that are compared already. */
  taken: readonly string[]
  onChoose: (tag: string) => void
}

const SHOWN = 8

/** Whom to compare with, one tap each: what the visitor keeps, and who is most alike. */
export function Rivals({ type, of, taken, onChoose }: Props) {
  const id = useId()
  const kept = useKept(type)
  const alike = useAlike(type, of)
  const all = [...kept, ...alike.rivals].filter(({ tag }) => !taken.includes(tag))
  const rivals = all.filter(({ tag }, place) => all.findIndex((each) => each.tag === tag) === place).slice(0, SHOWN)
  if (taken.length > 1) return rivals.length > 0 && <Row rivals={rivals} onChoose={onChoose} />
  // What stands there keeps the room.
  if (rivals.length === 0) return alike.isLoading && <span />
  return (
    <>
      <h2 id={id} className="mt-6 mb-3 text-lg font-semibold">
        {t('compare.rivals')}
      </h2>
      <ul aria-labelledby={id} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {rivals.map((rival) => {
          const { trophies } = alike.rivals.find(({ tag }) => tag === rival.tag) ?? rival
          return (
            <li key={rival.tag}>
              <RivalCard rival={rival} trophies={trophies} than={alike.than} onChoose={onChoose} />
            </li>
          )
        })}
      </ul>
    </>
  )
}

type RivalCardProps = Pick<Props, 'onChoose'> & {
  rival: Rival
  /** Not known of somebody who is only kept. */
  trophies: number | undefined
  /** Trophies of the one who is chosen. */
  than: number | undefined
}

function RivalCard({ rival: { tag, name }, trophies, than, onChoose }: RivalCardProps) {
  const apart = trophies !== undefined && than !== undefined ? trophies - than : 0
  return (
    <button
      type="button"
      onClick={() => onChoose(tagInPath(tag))}
      className="flex h-full w-full flex-col items-center rounded-lg border border-edge bg-card p-4 text-center hover:bg-raise"
    >
      <Monogram seed={tag} name={name} className="size-16 rounded-lg" />
      <PlayerName name={name} className="mt-2 line-clamp-2 w-full text-lg leading-tight font-semibold" />
      {trophies === undefined ? (
        <span translate="no" className="text-sm text-mut">
          {tag}
        </span>
      ) : (
        <span className="text-sm text-mut">{t('find.factTrophies', { trophies: formatThousands(trophies) })}</span>
      )}
      {apart !== 0 && (
        <span className="text-sm font-semibold">
          {t(apart > 0 ? 'compare.more' : 'compare.fewer', { trophies: formatThousands(Math.abs(apart)) })}
        </span>
      )}
    </button>
  )
}

/** Below a comparison of two, for another second one. */
function Row({ rivals, onChoose }: Pick<Props, 'onChoose'> & { rivals: readonly Rival[] }) {
  return (
    <div className="flex items-start gap-3">
      <p className="flex min-h-12 shrink-0 items-center text-sm text-mut" aria-hidden="true">
        {t('compare.rivals')}
      </p>
      <ul aria-label={t('compare.rivals')} className="flex min-w-0 gap-2 overflow-x-auto py-0.5 fade-end sm:flex-wrap">
        {rivals.map(({ tag, name }) => (
          <li key={tag} className="shrink-0">
            <button
              type="button"
              onClick={() => onChoose(tagInPath(tag))}
              className="relative flex min-h-11 items-center gap-2 rounded-full border border-line bg-card ps-1.5 pe-3.5 hover:bg-raise"
            >
              <Monogram seed={tag} name={name} className="size-8 rounded-full" />
              <PlayerName name={name} className="max-w-36 truncate font-semibold" />
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
function useAlike(type: EntityType, of: string | undefined): Alike {
  const tag = of ?? ''
  const similar = useQuery({ ...similarClubsQuery(tag), enabled: type === 'club' && of !== undefined })
  const player = useQuery({ ...playerQuery(tag), enabled: type === 'player' && of !== undefined })
  const clubTag = type === 'club' ? of : player.data?.club?.tag
  const club = useQuery({ ...clubQuery(clubTag ?? ''), enabled: clubTag !== undefined })
  const own = (type === 'club' ? club : player).data?.trophies
  const rivals =
    type === 'club'
      ? (similar.data?.nearest ?? []).map(({ club_tag, club_name, trophies }) => ({
          tag: club_tag,
          name: club_name,
          trophies,
        }))
      : (club.data?.members ?? []).filter((member) => member.tag !== of).toSorted(nearestTo(own ?? 0))
  const named = rivals.map(({ tag, name, trophies }) => ({ tag, name: nameOrTag(name, tag), trophies }))
  const isLoading = [similar, player, club].some((each) => each.isLoading)
  return { rivals: named, isLoading, ...(own !== undefined && { than: own }) }
}

function nearestTo(trophies: number) {
  const distance = (member: { trophies: number }) => Math.abs(member.trophies - trophies)
  return (one: { trophies: number }, other: { trophies: number }) => distance(one) - distance(other)
}
