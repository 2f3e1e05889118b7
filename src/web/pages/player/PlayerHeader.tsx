import type { ReactNode } from 'react'
import type { Answer } from '../../api/client.ts'
import { useArt } from '../../api/site.ts'
import { thousands } from '../../format/abbreviate.ts'
import { countryName } from '../../format/country-name.ts'
import { roleName } from '../../format/member-role.ts'
import { EntityHero } from '../../ui/EntityHero.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'

type Player = Answer<'GET /api/browse/player/{tag}'>
type Props = { player: Player; onRefresh: () => void; refreshing: boolean }

export function PlayerHeader({ player, onRefresh, refreshing }: Props) {
  const art = useArt('player', player.icon_id)
  return (
    <div className="grid gap-2">
      <EntityHero
        kind="Player"
        tag={player.tag}
        name={player.name}
        art={art}
        facts={facts(player)}
        lastUpdated={player.last_updated}
        trackedSince={player.tracked_since}
        stale={player.stale}
        onRefresh={onRefresh}
        refreshing={refreshing}
      />
      {player.battles_missed && (
        <p className="text-sm text-warn">
          Some battles missed: the game shows only the newest 25, and more were played between two scans.
        </p>
      )}
    </div>
  )
}

function facts({ expLevel, club, country }: Player): { key: string; text: ReactNode }[] {
  const membership = club && (
    <>
      {club.role && `${roleName(club.role)} of `}
      <EntityLink
        to="/club/$tag"
        tag={club.tag}
        name={club.name}
        className="inline-block max-w-64 align-bottom"
        clipped
      />
    </>
  )
  return [
    ...(expLevel === null ? [] : [{ key: 'level', text: `Level ${thousands(expLevel)}` }]),
    { key: 'club', text: membership ?? 'No club' },
    ...(country === null ? [] : [{ key: 'country', text: countryName(country) }]),
  ]
}
