import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { count, percent } from '#shared/number-format.ts'
import { type CardWords, periodWords, type ReviewCard, reviewWords } from '#shared/review.ts'
import { tagInPath } from '#shared/tag.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { SendLink } from '#web/chrome/ShareDialog.tsx'
import { EntityLink } from '#web/ui/Avatar.tsx'
import { Button, buttonStyle } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Explain } from '#web/ui/Explain.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { shortDay, useServed } from '#web/ui/RelativeTime.tsx'
import { Unknown } from '#web/ui/StatGrid.tsx'

type Review = Answer<'GET /api/browse/player/{tag}/reviews/{period}'>
type Own = Answer<'GET /api/desk/{tag}/reviews/{period}'>

type Props = { review: Review | Own; own: Own | undefined; isShared: boolean }

/** The cards of a review, and what its owner may do with it. */
export function Reviewed({ review, own, isShared }: Props) {
  return (
    <>
      {own && <Sharing own={own} />}
      {isShared && (
        <div className="mb-4 sm:max-w-sm">
          <Ways review={review} />
        </div>
      )}
      <Cards review={review} isShared={isShared} />
    </>
  )
}

/** A link and a picture of all cards, or of one. Only the browser knows how it shares. */
function Ways({ review, card }: { review: Review | Own; card?: CardWords }) {
  const served = useServed()
  const title = `${review.name}: ${card?.title ?? periodWords(review.period)}`
  const path = addressOf(review) + (card === undefined ? '' : `#${card.card}`)
  return (
    <div className="grid min-h-11 grid-cols-2 gap-2">
      {!served && <SendLink share={{ path, title }} />}
      <SavePicture review={review} card={card?.card} />
    </div>
  )
}

/** A story to swipe through on a phone, side by side on a wide screen. */
function Cards({ review, isShared }: { review: Review | Own; isShared: boolean }) {
  return (
    <ul
      aria-label="Cards"
      className="relative flex snap-x snap-mandatory gap-3 overflow-x-auto pb-2 sm:grid sm:grid-cols-2 lg:grid-cols-3"
    >
      {reviewWords(review).map((words) => (
        <li
          key={words.card}
          id={words.card}
          className="flex w-5/6 shrink-0 snap-center flex-col rounded-lg border border-edge bg-card p-4.5 sm:w-full"
        >
          <header className="flex items-center justify-between gap-2">
            <h2 className="font-semibold text-mut">{words.title}</h2>
            <Explain label={words.title}>
              <p>{EXPLAINED[words.card]}</p>
            </Explain>
          </header>
          <Told words={words} />
          <div className="mt-3 mb-4 flex-1">
            <Figure card={words.card} review={review} />
          </div>
          {isShared && words.value !== null && <Ways review={review} card={words} />}
        </li>
      ))}
    </ul>
  )
}

function Told({ words: { value, note } }: { words: CardWords }) {
  return (
    <>
      <p className="mt-2 text-2xl font-extrabold break-words">{value ?? <Unknown />}</p>
      <p className="mt-1 text-mut">{note}</p>
    </>
  )
}

const EXPLAINED: Record<ReviewCard, string> = {
  growth:
    'Trophies at the end less those before the first day, without what the game takes at a season end. Of a club: what members won by play, and what came and went with members.',
  best_day:
    'The day with the largest gain, among days that were seen on both ends. Of a club: what its members won by play.',
  brawler: 'The brawler of most known battles, and how many of them were won. Showdowns have places and no wins.',
  hours: 'The hour of the week, in UTC, in which battles were fought most often. The bars are the 24 hours of a day.',
  company:
    'Clubmates of the day on which this was made, by battles on one team. Of a club: the pairs of members who win most surely.',
  rank: 'How many of those who are similar by trophies won less in the same days. Only those count who were seen for as long.',
}

/** What a card shows below its words. */
function Figure({ card, review }: { card: ReviewCard; review: Review | Own }): ReactNode {
  if (card === 'hours' && review.hours) return <HourBars counts={review.hours.by_hour} />
  if (card === 'company' && review.company) return <Company groups={review.company.together} />
  if (card === 'rank' && review.rank) return <Bar share={review.rank.percentile} />
  return null
}

const HOUR_NAMES = Array.from({ length: 24 }, (_, hour) => `${hour}:00`)

function HourBars({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts)
  return (
    <div aria-hidden="true">
      <div className="flex h-20 items-end gap-0.5">
        {Array.from(counts, (battles, hour) => (
          <span
            key={HOUR_NAMES[hour]}
            className="flex-1 rounded-full bg-acc"
            style={{ height: `${Math.max(4, (100 * battles) / most)}%` }}
          />
        ))}
      </div>
      <p className="mt-1 flex justify-between text-sm text-mut">
        <span>00</span>
        <span>12</span>
        <span>23 UTC</span>
      </p>
    </div>
  )
}

function Company({ groups }: { groups: NonNullable<Review['company']>['together'] }) {
  return (
    <ol className="grid gap-1.5">
      {groups.map(({ players, battles }) => (
        <li key={players.map(({ tag }) => tag).join(' ')} className="flex items-baseline justify-between gap-3">
          <span className="min-w-0">
            {players.map(({ tag, name }, place) => (
              <span key={tag}>
                {place > 0 && ' and '}
                <EntityLink to="/player/$tag" tag={tag} name={name} />
              </span>
            ))}
          </span>
          <span className="shrink-0 text-mut">{count(battles, 'battle')}</span>
        </li>
      ))}
    </ol>
  )
}

function Bar({ share }: { share: number }) {
  return (
    <span className="block h-2.5 overflow-hidden rounded-full bg-raise" aria-hidden="true">
      <span className="block h-full rounded-full bg-acc" style={{ width: percent(share) }} />
    </span>
  )
}

const addressOf = ({ type, tag, period }: Review | Own) => `/${type}/${tagInPath(tag)}/review?period=${period}`

/** The picture of all cards, or of one. */
function SavePicture({ review: { type, tag, period }, card }: { review: Review | Own; card: ReviewCard | undefined }) {
  const part = card === undefined ? '' : `/${card}`
  return (
    <a
      href={`/og/review/${type}/${tagInPath(tag)}/${period}${part}.png`}
      download={`delphin-${tagInPath(tag)}-${period}${part.replace('/', '-')}.png`}
      className={buttonStyle('outline', 'max-sm:px-2')}
    >
      Save picture
      {card && <span className="sr-only"> of {card.replace('_', ' ')}</span>}
    </a>
  )
}

/** Who sees the review now, and what sharing it would change. */
function whoSees({ desk, shared_at, may_share }: Own): string {
  if (desk?.trial)
    return `${shared_at === null ? '' : `Shared on ${shortDay(shared_at)}. `}In this trial nobody else sees it.`
  if (shared_at !== null) {
    return `Shared on ${shortDay(shared_at)}: everybody with the address sees these cards as they were then.`
  }
  const now = desk === null ? 'Only you see this.' : 'Only the leaders at the desk see this.'
  if (!may_share) return `${now} The president and vice presidents may share it.`
  return `${now} Once you share it, everybody with the address sees these cards, and they stay as they are now.`
}

/** Whether others see the review, and the button that changes it. */
function Sharing({ own }: { own: Own }) {
  const { tag, period, desk, shared_at, may_share } = own
  const client = useQueryClient()
  const isShared = shared_at !== null
  const share = useMutation({
    mutationFn: async (shared: boolean): Promise<unknown> =>
      desk === null
        ? call('PUT /api/desk/players/{player}/reviews/{period}', { params: { player: tag, period }, body: { shared } })
        : call('PUT /api/desk/{tag}/reviews/{period}', {
            params: { tag, period },
            body: { shared, version: desk.version },
          }),
    // What is not shared any more must not stay on the page.
    onSettled: () => client.resetQueries({ predicate: ({ queryKey }) => String(queryKey[0]).includes('/reviews') }),
  })
  return (
    <Card className="mb-4">
      <p>{whoSees(own)}</p>
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {/* Who shared it may take it back also when the proof is too old to share anything. */}
        {(may_share || (isShared && desk === null)) && (
          <Button
            busy={share.isPending}
            variant={isShared ? 'outline' : 'primary'}
            onClick={() => share.mutate(!isShared)}
          >
            {isShared ? 'Take it back' : 'Share this review'}
          </Button>
        )}
        {isShared && own.running && may_share && (
          <Button variant="quiet" busy={share.isPending} onClick={() => share.mutate(true)}>
            Share as it is today
          </Button>
        )}
      </div>
      {share.error && <Notice tone="bad">{share.error.message}</Notice>}
    </Card>
  )
}
