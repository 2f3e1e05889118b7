import { brawlerName } from '#shared/game-names.ts'
import { formatThousands } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { playerQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { BrawlerPicture } from '#web/chrome/GamePictures.tsx'
import { Card } from '#web/ui/Card.tsx'

type Brawler = Answer<'GET /api/browse/player/{tag}'>['brawlers'][number]
type Known = Brawler & { trophies: number }

/** The best one leads, with two rows of others; a phone has one row of all. */
const [SHOWN, SHOWN_ON_PHONE] = [11, 5]

/** The brawlers with most trophies, by their pictures. Nothing while no profile has told of any. */
export function BestBrawlers({ tag, className }: { tag: string; className: string }) {
  const { data } = useQuery(playerQuery(tag))
  const best = bestOf(data?.brawlers ?? [])
  if (best.length === 0) return null
  return (
    <Card title={t('player.bestBrawlers')} className={className}>
      <ol className="grid grid-cols-[repeat(auto-fit,minmax(3rem,1fr))] gap-x-1 gap-y-2 sm:grid-cols-5 sm:gap-x-0">
        {best.map((brawler, place) => (
          <Best
            key={brawler.id}
            brawler={brawler}
            isLead={place === 0}
            className={place < SHOWN_ON_PHONE ? '' : 'max-sm:hidden'}
          />
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

type BestProps = { brawler: Known; isLead: boolean; className: string }

function Best({ brawler, isLead, className }: BestProps) {
  const { id, name, trophies, highestTrophies } = brawler
  const missing = highestTrophies === null ? null : Math.max(0, highestTrophies - trophies)
  const size = isLead ? 'sm:size-18' : 'sm:size-14'
  return (
    <li
      className={`flex min-w-0 flex-col items-center gap-0.5 text-center ${isLead ? 'sm:col-span-full sm:flex-row sm:gap-3.5' : ''} ${className}`}
    >
      <BrawlerPicture id={id} name={name} className={`size-12 rounded-md ${size}`} />
      <span className={`flex min-w-0 flex-col gap-0.5 ${isLead ? 'max-sm:w-full lg:text-start' : 'w-full'}`}>
        <bdi className={`line-clamp-2 text-sm leading-tight text-mut ${isLead ? 'sm:text-lg' : ''}`}>
          {brawlerName(name)}
        </bdi>
        <b className={`whitespace-nowrap ${isLead ? 'sm:text-2xl' : ''}`}>
          {formatThousands(trophies)}
          {missing === 0 && (
            <span title={t('player.ownBest')} className="text-good">
              <span aria-hidden="true"> ★</span>
              <span className="sr-only"> {t('player.ownBest')}</span>
            </span>
          )}
        </b>
        {isLead && missing !== null && (
          <span className="hidden text-sm text-mut sm:block" aria-hidden={missing === 0 || undefined}>
            {missing === 0 ? t('player.ownBest') : t('player.toBeat', { trophies: formatThousands(missing) })}
          </span>
        )}
      </span>
    </li>
  )
}
