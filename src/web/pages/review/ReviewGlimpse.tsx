import { type CardWords, daysSeen, type ReviewCard, type ReviewFacts, reviewWords } from '#shared/review.ts'
import { playerBattlesQuery, playerProgressionQuery, playerQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { BrawlerPicture } from '#web/chrome/GamePictures.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Dolphin } from '#web/ui/Dolphin.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useServed } from '#web/ui/served.ts'
import { TierEmblem } from '#web/ui/TierEmblem.tsx'
import { Figure, isSea, TONES, Value, WATER } from './CardFigure.tsx'
import { CardsOutline, ICONS } from './ReviewCards.tsx'
import { sketchOf } from './sketch.ts'
import { skyOf } from './sky.ts'

const SKETCHED_DAYS = 30

/** What a player's review looks like: with the player's latest figures, or as drawings of its cards. */
export function Sketch({ tag }: { tag: string }) {
  // It takes two calls more, and the server's page does not wait for them.
  const enabled = !useServed()
  const player = useQuery(playerQuery(tag))
  const progression = useQuery({ ...playerProgressionQuery(tag, SKETCHED_DAYS), enabled })
  const battles = useQuery({
    ...playerBattlesQuery(tag, { days: SKETCHED_DAYS, family: 'ladder', lobby: 'all' }),
    enabled,
  })
  if ([player, progression, battles].some(({ isPending }) => isPending)) return <Skeleton className="h-96 rounded-lg" />
  const [profile, line, fights] = [player.data, progression.data, battles.data]
  const sketch = profile && line && fights ? sketchOf(profile, line, fights) : null
  if (sketch === null) return <CardsOutline kind="player" />
  return (
    <div className="flex flex-col overflow-hidden rounded-lg border border-edge p-5" style={skyOf(tag)}>
      <Glimpse review={sketch} isFirst />
    </div>
  )
}

/** The cards that may stand for a review, the best first: those without links in them. */
const FOREMOST: readonly ReviewCard[] = ['growth', 'best_day', 'brawler', 'rank', 'ranked', 'hours']

/** A review in its foremost card, for the list of reviews; the first of the list is a poster with the others below. */
export function Glimpse({ review, isFirst }: { review: ReviewFacts; isFirst: boolean }) {
  const known = reviewWords(review).filter(({ value }) => value !== null)
  const best = FOREMOST.flatMap((card) => known.filter((each) => each.card === card))[0]
  if (best === undefined) return <Dolphin className="mx-auto my-4 size-24 opacity-60" />
  const others = isFirst ? known.filter(({ card }) => card !== best.card) : []
  return (
    <>
      <span className="block text-sm text-mut">{daysSeen(review)}</span>
      <span className={`mt-3 font-extrabold break-words ${isFirst ? 'text-hero leading-tight' : 'text-xl'}`}>
        {best.value}
      </span>
      <span className="block text-sm text-mut">{best.title}</span>
      <span className={`flex flex-1 flex-col justify-end pt-3 ${TONES[best.card]}`}>
        <Figure card={best.card} review={review} />
      </span>
      <span
        className={`-mx-5 -mb-5 grid gap-2 px-5 sm:flex sm:flex-wrap ${others.length > 0 ? 'pt-3 pb-5' : 'pt-2'}`}
        style={isSea(best.card, review) ? WATER : undefined}
      >
        {others.map((words) => (
          <Sample key={words.card} review={review} words={words} />
        ))}
      </span>
    </>
  )
}

type SampleProps = { review: ReviewFacts; words: CardWords }

/** A card in a small picture and its headline. */
function Sample({ review, words }: SampleProps) {
  const { card, title } = words
  return (
    <span className="flex min-w-0 flex-[1_1_9rem] items-center gap-2 rounded-md bg-raise/60 p-3">
      <span className={`grid size-12 shrink-0 place-items-center ${TONES[card]}`}>
        <Mark card={card} review={review} />
      </span>
      <span className="min-w-0">
        <span className="line-clamp-2 font-semibold break-words">
          <Value words={words} review={review} />
        </span>
        <span className="block text-sm text-mut">{title}</span>
      </span>
    </span>
  )
}

function Mark({ card, review }: { card: ReviewCard; review: ReviewFacts }) {
  const { best_day, brawler, hours, company, ranked } = review
  if (card === 'brawler' && brawler) {
    return <BrawlerPicture id={brawler.brawler_id} name={brawler.brawler_name} className="size-12 rounded-md" />
  }
  const [group] = company?.together ?? []
  if (card === 'company' && group) return <Crests players={group.players} />
  if (card === 'ranked' && ranked) return <TierEmblem place={ranked.tier_place} />
  if (card === 'best_day' && best_day?.week) return <Bars values={best_day.week} />
  if (card === 'hours' && hours) return <Bars values={ofThreeHours(hours.by_hour)} />
  const Icon = ICONS[card]
  return <Icon aria-hidden="true" className="size-8" />
}

/** The crest of one, or of two who overlap. */
function Crests({ players }: { players: NonNullable<ReviewFacts['company']>['together'][number]['players'] }) {
  const [one, other] = players
  if (one === undefined) return null
  if (other === undefined) return <Monogram seed={one.tag} name={one.name} className="size-12 rounded-md" />
  return (
    <span className="relative size-12">
      <Monogram seed={one.tag} name={one.name} className="absolute start-0 top-0 size-7 rounded-sm" />
      <Monogram seed={other.tag} name={other.name} className="absolute end-0 bottom-0 size-7 rounded-sm" />
    </span>
  )
}

/** Of each three hours the one with most battles: 24 bars are too many for a small picture. */
function ofThreeHours(hours: readonly number[]): number[] {
  return Array.from({ length: 8 }, (_, part) => Math.max(...hours.slice(3 * part, 3 * part + 3)))
}

const PLACES = Array.from({ length: 8 }, (_, place) => `${place}`)

/** Days or hours as small bars, the highest one bright; hatched where nobody looked. */
function Bars({ values }: { values: readonly (number | null)[] }) {
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  return (
    <span aria-hidden="true" className="flex size-12 items-end gap-0.5">
      {values.map((value, place) => (
        <span
          key={PLACES[place]}
          className={`flex-1 rounded-full ${value === null ? 'hatched opacity-50' : `bg-current ${value === most ? '' : 'opacity-60'}`}`}
          style={{ height: `${Math.max(6, (100 * (value ?? most)) / most)}%` }}
        />
      ))}
    </span>
  )
}
