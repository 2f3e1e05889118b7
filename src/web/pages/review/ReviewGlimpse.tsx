import { type CardWords, daysSeen, type ReviewCard, type ReviewFacts, reviewWords } from '#shared/review.ts'
import { playerBattlesQuery, playerProgressionQuery, playerQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { BrawlerPicture } from '#web/chrome/GamePictures.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Dolphin } from '#web/ui/Dolphin.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useServed } from '#web/ui/served.ts'
import { TierEmblem } from '#web/ui/TierEmblem.tsx'
import { CardsOutline, Figure, ICONS, TONES } from './ReviewCards.tsx'
import { sketchOf } from './sketch.ts'

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
    <div className="rounded-lg border border-edge bg-card p-4">
      <Glimpse review={sketch} isFirst />
    </div>
  )
}

/** The cards that may stand for a review, the best first: those without links in them. */
const FOREMOST: readonly ReviewCard[] = ['growth', 'best_day', 'brawler', 'rank']

/** A review in its foremost card, for the list of reviews; the first of the list shows the others beside it, small. */
export function Glimpse({ review, isFirst }: { review: ReviewFacts; isFirst: boolean }) {
  const known = reviewWords(review).filter(({ value }) => value !== null)
  const best = FOREMOST.flatMap((card) => known.filter((each) => each.card === card))[0]
  if (best === undefined) return <Dolphin className="mx-auto my-4 size-24 opacity-60" />
  const others = isFirst ? inPairs(known.filter(({ card }) => card !== best.card)) : []
  return (
    <>
      <span className="block text-sm text-mut">{daysSeen(review)}</span>
      <span className={`mt-3 grid flex-1 gap-4 ${others.length > 0 ? 'lg:grid-cols-2' : ''}`}>
        <span className="flex flex-col">
          <span className={`font-extrabold break-words ${isFirst ? 'text-hero leading-tight' : 'text-xl'}`}>
            {best.value}
          </span>
          <span className="text-sm text-mut">{best.title}</span>
          <span className={`flex flex-1 flex-col justify-end pt-3 ${TONES[best.card]}`}>
            <Figure card={best.card} review={review} />
          </span>
        </span>
        {others.length > 0 && (
          <span className="grid grid-cols-2 gap-2">
            {others.map((words, place) => (
              <Sample
                key={words.card}
                review={review}
                words={words}
                isWide={others.length % 2 === 1 && place === others.length - 1}
              />
            ))}
          </span>
        )}
      </span>
    </>
  )
}

/** Of an odd number of cards the last one is wide: that of the hours, which has most to draw. */
function inPairs(cards: readonly CardWords[]): CardWords[] {
  if (cards.length % 2 === 0) return [...cards]
  return cards.toSorted((one, other) => Number(one.card === 'hours') - Number(other.card === 'hours'))
}

type SampleProps = { review: ReviewFacts; words: CardWords; isWide: boolean }

/** A card in its picture and its headline, which leads where there is room for more of the picture. */
function Sample({ review, words: { card, title, value }, isWide }: SampleProps) {
  const mark = (
    <span className={`flex gap-1 ${isWide ? 'flex-1 justify-end' : 'shrink-0'} ${TONES[card]}`}>
      <Mark card={card} review={review} isWide={isWide} />
    </span>
  )
  return (
    <span
      className={`flex min-w-0 flex-col rounded-md bg-raise/60 p-3 sm:flex-row sm:items-center ${isWide ? 'col-span-2 gap-4' : 'gap-2'}`}
    >
      {!isWide && mark}
      <span className="min-w-0">
        <span className="line-clamp-2 font-semibold break-words">
          {card === 'company' ? <bdi>{value}</bdi> : value}
        </span>
        <span className="block text-sm text-mut">{title}</span>
      </span>
      {isWide && mark}
    </span>
  )
}

function Mark({ card, review, isWide }: Pick<SampleProps, 'review' | 'isWide'> & { card: ReviewCard }) {
  const { best_day, brawler, hours, company, ranked } = review
  if (card === 'brawler' && brawler) {
    return <BrawlerPicture id={brawler.brawler_id} name={brawler.brawler_name} className="size-12 rounded-md" />
  }
  const [group] = company?.together ?? []
  if (card === 'company' && group) {
    return group.players.map(({ tag, name }) => (
      <Monogram key={tag} seed={tag} name={name} className="size-10 rounded-md" />
    ))
  }
  if (card === 'ranked' && ranked) return <TierEmblem place={ranked.tier_place} />
  if (card === 'best_day' && best_day?.week) return <Bars values={best_day.week} isWide={isWide} />
  if (card === 'hours' && hours) return <Bars values={hours.by_hour} isWide={isWide} />
  const Icon = ICONS[card]
  return <Icon aria-hidden="true" className="size-8" />
}

const PLACES = Array.from({ length: 24 }, (_, place) => `${place}`)

/** Days or hours as small bars, the highest one bright. */
function Bars({ values, isWide }: { values: readonly (number | null)[]; isWide: boolean }) {
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  return (
    <span aria-hidden="true" className={`flex items-end gap-0.5 ${isWide ? 'h-14 w-full' : 'size-12'}`}>
      {values.map((value, place) => (
        <span
          key={PLACES[place]}
          className={`flex-1 rounded-full bg-current ${value === most ? '' : 'opacity-60'}`}
          style={{ height: `${Math.max(6, (100 * (value ?? 0)) / most)}%` }}
        />
      ))}
    </span>
  )
}
