import { plainName } from '#shared/plain-name.ts'
import type { Answer } from '../../api/client.ts'
import { useArt } from '../../api/site.ts'
import { titleCase } from '../../format/title-case.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { KnownNumber } from '../../ui/KnownNumber.tsx'
import type { Column } from '../../ui/table-column.ts'

export type Brawler = Answer<'GET /api/browse/player/{tag}'>['brawlers'][number]

/** Columns of the brawler table. */
export const BRAWLER_COLUMNS: Column<Brawler>[] = [
  {
    id: 'name',
    header: 'Brawler',
    sortBy: ({ name }) => brawlerName(name),
    cell: ({ id, name }) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <BrawlerPicture id={id} name={name} />
        <bdi className="line-clamp-2">{brawlerName(name)}</bdi>
      </span>
    ),
  },
  numberColumn('power', 'Power', ({ power }) => power),
  numberColumn('rank', 'Rank', ({ rank }) => rank),
  { ...numberColumn('trophies', 'Trophies', ({ trophies }) => trophies), phone: 'lead' },
  numberColumn('highest', 'Highest', ({ highestTrophies }) => highestTrophies),
  numberColumn('missing', 'To best', toBest),
]

function BrawlerPicture({ id, name }: Pick<Brawler, 'id' | 'name'>) {
  return <Avatar art={useArt('brawler', id)} seed={`brawler ${id}`} name={name} className="size-7 rounded-sm" />
}

function numberColumn(id: string, header: string, read: (brawler: Brawler) => number | null): Column<Brawler> {
  return { id, header, numeric: true, sortBy: read, cell: (brawler) => <KnownNumber value={read(brawler)} /> }
}

/** Trophies missing to the brawler's best; 0 at the best. */
function toBest({ trophies, highestTrophies }: Brawler): number | null {
  return trophies === null || highestTrophies === null ? null : Math.max(0, highestTrophies - trophies)
}

/** The game writes brawlers in capitals: `EL PRIMO` is `El Primo`. */
export function brawlerName(name: string): string {
  return titleCase(plainName(name))
}
