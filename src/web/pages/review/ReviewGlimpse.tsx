import { type CardWords, daysSeen, type ReviewCard, reviewWords } from '#shared/review.ts'
import { BrawlerPicture } from '#web/chrome/GamePictures.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Dolphin } from '#web/ui/Dolphin.tsx'
import { TierEmblem } from '#web/ui/TierEmblem.tsx'
import { Figure, ICONS, type Review, TONES } from './ReviewCards.tsx'

/** The cards that may stand for a review, the best first: those without links in them. */
const FOREMOST: readonly ReviewCard[] = ['growth', 'best_day', 'brawler', 'rank']

/** A review in its foremost card, for the list of reviews; the first of the list shows the others beside it, small. */
export function Glimpse({ review, isFirst }: { review: Review; isFirst: boolean }) {
  const known = reviewWords(review).filter(({ value }) => value !== null)
  const best = FOREMOST.flatMap((card) => known.filter((each) => each.card === card))[0]
  if (best === undefined) return <Dolphin className="mx-auto my-4 size-24 opacity-60" />
  const others = isFirst ? known.filter(({ card }) => card !== best.card) : []
  return (
    <>
      <span className="block text-sm text-mut">{daysSeen(review)}</span>
      <span className={`mt-3 grid flex-1 gap-4 ${others.length > 0 ? 'lg:grid-cols-2' : ''}`}>
        <span className="flex flex-col">
          <span className={`font-extrabold break-words ${isFirst ? 'text-2xl' : 'text-xl'}`}>{best.value}</span>
          <span className="text-sm text-mut">{best.title}</span>
          <span className={`flex flex-1 flex-col justify-end pt-3 ${TONES[best.card]}`}>
            <Figure card={best.card} review={review} />
          </span>
        </span>
        {others.length > 0 && (
          <span className="grid grid-cols-2 gap-2">
            {others.map((words) => (
              <Sample key={words.card} review={review} words={words} />
            ))}
          </span>
        )}
      </span>
    </>
  )
}

/** A card in its picture and its headline. */
function Sample({ review, words: { card, title, value } }: { review: Review; words: CardWords }) {
  return (
    <span className="flex min-w-0 flex-col gap-2 rounded-md bg-raise/60 p-3 sm:flex-row sm:items-center">
      <span className={`flex shrink-0 gap-1 ${TONES[card]}`}>
        <Mark card={card} review={review} />
      </span>
      <span className="min-w-0">
        <span className="line-clamp-2 font-semibold break-words">{value}</span>
        <span className="block text-sm text-mut">{title}</span>
      </span>
    </span>
  )
}

function Mark({ card, review: { brawler, company, ranked } }: { card: ReviewCard; review: Review }) {
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
  const Icon = ICONS[card]
  return <Icon aria-hidden="true" className="size-8" />
}
