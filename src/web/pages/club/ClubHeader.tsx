import type { Answer } from '../../api/client.ts'
import { useArt } from '../../api/site.ts'
import { thousands } from '../../format/abbreviate.ts'
import { countryName } from '../../format/country-name.ts'
import { EntityHero } from '../../ui/EntityHero.tsx'
import { CLUB_SIZE, clubType } from './club-words.ts'

type Props = { club: Answer<'GET /api/browse/club/{tag}'>; onRefresh: () => void; refreshing: boolean }

export function ClubHeader({ club, onRefresh, refreshing }: Props) {
  const { type, requiredTrophies, country } = club
  const art = useArt('club', club.badge_id)
  const facts = [
    { key: 'type', text: type === null ? null : clubType(type) },
    { key: 'required', text: requiredTrophies === null ? null : `needs ${thousands(requiredTrophies)} trophies` },
    { key: 'members', text: `${club.memberCount}/${CLUB_SIZE} members` },
    { key: 'country', text: country === null ? null : countryName(country) },
  ].filter(({ text }) => text !== null)
  return (
    <div className="grid gap-3">
      <EntityHero
        kind="Club"
        tag={club.tag}
        name={club.name}
        art={art}
        facts={facts}
        lastUpdated={club.last_updated}
        trackedSince={club.tracked_since}
        stale={club.stale}
        onRefresh={onRefresh}
        refreshing={refreshing}
      />
      {club.description && (
        <p dir="auto" className="line-clamp-6 max-w-prose text-mut">
          {club.description}
        </p>
      )}
    </div>
  )
}
