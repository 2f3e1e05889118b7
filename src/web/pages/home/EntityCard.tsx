import type { ReactNode } from 'react'
import { CLUB_SEATS } from '#shared/limits.ts'
import { abbreviate, signed } from '#shared/number-format.ts'
import { nameOrTag, plainName } from '#shared/plain-name.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { Link } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { WonLine } from '#web/ui/Sparkline.tsx'
import { saidOnly, Text } from '#web/ui/Text.tsx'

type ListedClub = { club_tag: string; club_name: string; member_count: number; trophies: number } & Listed
type Listed = { popularity_score: number; won_7d?: readonly (number | null)[] }

/** A club that the home page features. */
export function ClubCard({ club, leads }: { club: ListedClub; leads: boolean }) {
  const { club_tag: tag, club_name, member_count, trophies, won_7d = [] } = club
  return (
    <EntityCard
      to="/club/$tag"
      tag={tag}
      name={plainName(club_name)}
      about={leads ? t('home.members', { count: member_count }) : <Seats members={member_count} />}
      trophies={trophies}
      won={won_7d}
      leads={leads}
      isViewed={club.popularity_score > 0}
    />
  )
}

function Seats({ members }: { members: number }) {
  return <Text id="home.seats" values={{ members: String(members), seats: CLUB_SEATS, said: saidOnly }} />
}

type ListedPlayer = { player_tag: string; player_name: string; trophies: number; club_name: string | null } & Listed

/** A player that the home page features. */
export function PlayerCard({ player, leads }: { player: ListedPlayer; leads: boolean }) {
  const { player_tag: tag, player_name, trophies, club_name, won_7d = [] } = player
  return (
    <EntityCard
      to="/player/$tag"
      tag={tag}
      name={plainName(player_name)}
      about={<bdi>{club_name ? plainName(club_name) : t('ui.noClub')}</bdi>}
      trophies={trophies}
      won={won_7d}
      leads={leads}
      isViewed={player.popularity_score > 0}
    />
  )
}

type EntityCardProps = {
  to: '/club/$tag' | '/player/$tag'
  tag: string
  name: string
  /** The line below the name. */
  about: ReactNode
  trophies: number
  /** What was won up to the end of each of the last 7 days. */
  won: readonly (number | null)[]
  /** The first one of its list is larger. */
  leads: boolean
  /** Stands before those with more trophies, since it was viewed this week. */
  isViewed: boolean
}

/** The whole card links to the page of the club or player. */
function EntityCard({ to, tag, name, about, trophies, won, leads, isViewed }: EntityCardProps) {
  const shown = nameOrTag(name, tag)
  return (
    <Link
      to={to}
      params={{ tag: tagInPath(normaliseTag(tag) ?? tag) }}
      className={`flex min-w-0 items-center gap-3 px-3 no-underline transition-colors duration-120 ease-calm hover:bg-raise sm:px-3.5 ${leads ? 'bg-linear-to-r from-raise to-transparent py-4 rtl:bg-linear-to-l' : 'py-2'}`}
    >
      <Monogram seed={tag} name={shown} className={leads ? 'size-16 rounded-lg' : 'size-10 rounded-md'} />
      <span className="min-w-0 flex-1">
        {isViewed && <span className="block truncate text-sm font-semibold text-acc">{t('home.viewedMost')}</span>}
        <span className="flex items-baseline justify-between gap-2">
          <span title={shown} className={`min-w-0 truncate font-semibold ${leads ? 'text-lg' : ''}`}>
            <PlayerName name={shown} />
          </span>
          {/* Trophies lead where they are what the order is made of. */}
          <span className={`shrink-0 ${isViewed ? 'text-mut' : `font-extrabold ${leads ? 'text-2xl' : 'text-lg'}`}`}>
            {abbreviate(trophies)}
            {(isViewed || !leads) && <span className={isViewed ? '' : 'sr-only'}> {t('home.trophies')}</span>}
          </span>
        </span>
        <span className="flex items-center gap-2 text-sm text-mut">
          <span className="min-w-0 flex-1 truncate">{about}</span>
          {leads && !isViewed ? <span>{t('home.trophies')}</span> : <Won won={won} trophies={trophies} />}
        </span>
      </span>
    </Link>
  )
}

/** What was won in 7 days, as a number and as a line; nothing where it is not known. */
function Won({ won, trophies }: Pick<EntityCardProps, 'won' | 'trophies'>) {
  const all = won.at(-1)
  if (typeof all !== 'number') return null
  return (
    <>
      <span className="shrink-0">{t('player.inDays', { change: signed(all), days: won.length })}</span>
      <WonLine won={won} trophies={trophies} className="h-4 w-16 shrink-0" />
    </>
  )
}
