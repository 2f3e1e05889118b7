import { brawlerName } from '#shared/game-names.ts'
import { formatThousands } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { playerQuery } from '#web/app/entity-queries.ts'
import { useArt, useQuery } from '#web/app/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'

type Brawler = Answer<'GET /api/browse/player/{tag}'>['brawlers'][number]
type Known = Brawler & { trophies: number }

/** So many stand side by side on a phone. */
const [SHOWN, SHOWN_ON_PHONE] = [10, 5]

/** The brawlers with most trophies, by their pictures. Nothing while no profile has told of any. */
export function BestBrawlers({ tag }: { tag: string }) {
  const { data } = useQuery(playerQuery(tag))
  const best = bestOf(data?.brawlers ?? [])
  if (best.length === 0) return null
  return (
    <Card title={t('player.bestBrawlers')}>
      <ol className="grid grid-cols-[repeat(auto-fit,minmax(3rem,1fr))] gap-x-1 gap-y-2 sm:grid-cols-5 sm:gap-x-0">
        {best.map((brawler, place) => (
          <Best key={brawler.id} brawler={brawler} className={place < SHOWN_ON_PHONE ? '' : 'max-sm:hidden'} />
        ))}
      </ol>
    </Card>
  )
}

/** Those with most trophies first, equal ones in the order of the profile, as in the table of all. */
export function bestOf(brawlers: readonly Brawler[]): Known[] {
  return brawlers
    .filter((brawler): brawler is Known => brawler.trophies !== null)
    .sort((one, other) => other.trophies - one.trophies)
    .slice(0, SHOWN)
}

function Best({ brawler, className }: { brawler: Known; className: string }) {
  const { id, name, trophies, highestTrophies } = brawler
  const art = useArt('brawler', id)
  return (
    <li className={`flex min-w-0 flex-col items-center gap-0.5 text-center ${className}`}>
      <Avatar art={art} seed={`brawler ${id}`} name={name} className="size-12 rounded-md sm:size-14" />
      <bdi className="line-clamp-2 w-full text-sm leading-tight text-mut">{brawlerName(name)}</bdi>
      <b className="whitespace-nowrap">
        {formatThousands(trophies)}
        {highestTrophies !== null && trophies >= highestTrophies && (
          <span title={t('player.ownBest')} className="text-good">
            <span aria-hidden="true"> ★</span>
            <span className="sr-only"> {t('player.ownBest')}</span>
          </span>
        )}
      </b>
    </li>
  )
}
