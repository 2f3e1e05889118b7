import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { periodWords, type ReviewCard, type ReviewFacts, reviewWords } from '#shared/review.ts'
import { tagInPath } from '#shared/tag.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { SendLink } from '#web/chrome/ShareDialog.tsx'
import { Button, buttonStyle, TEXT_BUTTON } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { saidOnly, Text } from '#web/ui/Text.tsx'

export type Own = Answer<'GET /api/desk/{tag}/reviews/{period}'>

/** What is enough to know which review it is. */
type Of = Pick<Own, 'type' | 'tag' | 'name' | 'period'>

/** One button; behind it the link, and the pictures of all cards and of each. */
export function Ways({ review }: { review: Of & ReviewFacts }) {
  const [isOpen, setOpen] = useState(false)
  const cards = reviewWords(review).filter(({ value }) => value !== null)
  const { type, tag, name, period } = review
  const path = `/${type}/${tagInPath(tag)}/review?period=${period}`
  const title = t('review.title', { name, period: periodWords(period) })
  return (
    <>
      <Button aria-haspopup="dialog" className="max-sm:w-full" onClick={() => setOpen(true)}>
        {t('frame.share')}
      </Button>
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <div className="mb-4 grid grid-cols-2 gap-2">
            <SendLink share={{ path, title }} />
            <SavePicture review={review} />
          </div>
          <ul>
            {cards.map(({ card, title: of }) => (
              <li key={card} className="flex items-center justify-between gap-3 border-t border-edge">
                {of}
                <SavePicture review={review} card={card} />
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}

/** The picture of all cards, or of one. */
function SavePicture({ review: { type, tag, period }, card }: { review: Of; card?: ReviewCard }) {
  const part = card === undefined ? '' : `/${card}`
  return (
    <a
      href={`/og/review/${type}/${tagInPath(tag)}/${period}${part}.png`}
      download={`delphin-${tagInPath(tag)}-${period}${part.replace('/', '-')}.png`}
      className={card === undefined ? buttonStyle('outline', 'max-sm:px-2') : TEXT_BUTTON}
    >
      {card ? <Text id="review.saveOf" values={{ card: t(CARD_NAMES[card]), said: saidOnly }} /> : t('share.save')}
    </a>
  )
}

/** The cards as words within a sentence. */
const CARD_NAMES: Record<ReviewCard, PlainTextId> = {
  growth: 'review.ofGrowth',
  best_day: 'review.ofBestDay',
  brawler: 'review.ofBrawler',
  hours: 'review.ofHours',
  company: 'review.ofCompany',
  ranked: 'review.ofRanked',
  rank: 'review.ofRank',
}

/** Who sees the review now, and what sharing it would change. */
function whoSees({ desk, trial, shared_at, may_share, hidden }: Own): string {
  const isMine = desk === null
  if (trial && shared_at !== null) {
    return t(isMine ? 'review.demoShared' : 'review.trialShared', { day: shortDay(shared_at) })
  }
  if (trial) return t(isMine ? 'review.demo' : 'review.trial')
  if (hidden) return t('review.hidden')
  if (shared_at !== null) return t('review.shared', { day: shortDay(shared_at) })
  const now = t(isMine ? 'review.onlyYouNow' : 'review.onlyLeaders')
  return `${now} ${t(may_share ? 'review.onceShared' : 'review.mayShare')}`
}

/** How long the page offers to undo a share, as the desk does with its other changes. */
const UNDO_MS = 10_000

/** Sends the change that undoes a share. */
type Undo = { send: () => Promise<unknown> }

/** Shares a review or takes it back; resolves with what undoes a share. */
async function change({ tag, period, desk }: Own, shared: boolean): Promise<Undo | null> {
  if (desk === null) {
    const put = (next: boolean) =>
      call('PUT /api/desk/players/{player}/reviews/{period}', {
        params: { player: tag, period },
        body: { shared: next },
      })
    await put(shared)
    return shared ? { send: () => put(false) } : null
  }
  const body = { shared, version: desk.version }
  const { log_id: record_id } = await call('PUT /api/desk/{tag}/reviews/{period}', { params: { tag, period }, body })
  return shared
    ? { send: () => call('POST /api/desk/{tag}/log/{record_id}/undo', { params: { tag, record_id } }) }
    : null
}

/** What changes a review, and the way back, which stays while the page is made anew. */
export function useSharing(type: Own['type']) {
  const [undo, offer] = useState<Undo | null>(null)
  const made = useReviewChange(type)
  const undoing = <UndoBar undo={undo} onUndo={(sent) => made.mutate(() => sent.send())} onClose={() => offer(null)} />
  return { made, offer, undoing }
}

/** Whether others see the review, and the button that changes it. */
export function Sharing({ own, made, offer }: { own: Own } & Pick<ReturnType<typeof useSharing>, 'made' | 'offer'>) {
  const { desk, trial, shared_at, may_share, hidden, running } = own
  const isShared = shared_at !== null
  const share = (shared: boolean) => made.mutate(async () => offer(await change(own, shared)))
  return (
    <Card className="my-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="min-w-0 flex-[1_1_15rem]">{whoSees(own)}</p>
        {/* Who shared it may take it back also when the proof is too old to share anything. */}
        {(may_share || (isShared && desk === null)) && (
          <Button
            busy={made.isPending}
            variant={isShared || trial ? 'outline' : 'primary'}
            onClick={() => share(!isShared)}
          >
            {t(isShared ? 'review.takeBack' : trial ? 'review.tryShare' : 'review.share')}
          </Button>
        )}
        {isShared && running && may_share && !hidden && (
          <Button variant="quiet" busy={made.isPending} onClick={() => share(true)}>
            {t('review.shareAgain')}
          </Button>
        )}
      </div>
      {made.error && <Notice tone="bad">{made.error.message}</Notice>}
    </Card>
  )
}

/** Makes a change of a review, and reads again what is shown of it. */
function useReviewChange(type: Own['type']) {
  const client = useQueryClient()
  const those = (part: string) => ({
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => String(queryKey[0]).startsWith(part),
  })
  return useMutation({
    mutationFn: (make: () => Promise<unknown>) => make(),
    // What is not shared any more must not stay on the page; what its owner sees stays until it is read again.
    onSettled: () =>
      Promise.all([
        client.resetQueries(those(`GET /api/browse/${type}/{tag}/reviews`)),
        client.invalidateQueries(those('GET /api/desk/')),
      ]),
  })
}

type UndoBarProps = { undo: Undo | null; onUndo: (undo: Undo) => void; onClose: () => void }

/** At the lower edge, in reach of the thumb, as at the desk: that it is shared, with Undo for ten seconds. */
function UndoBar({ undo, onUndo, onClose }: UndoBarProps) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (undo === null) return undefined
    const timer = setTimeout(close, UNDO_MS)
    return () => clearTimeout(timer)
  }, [undo])
  const take = (sent: Undo) => {
    onClose()
    onUndo(sent)
  }
  return (
    <div role="status" className="fixed inset-x-0 bottom-(--foot) z-10">
      {undo && (
        <div className="mx-auto flex max-w-3xl items-center gap-3 border-t border-line bg-raise px-4 py-2.5 shadow-2xl sm:mb-4 sm:rounded-md sm:border">
          <p className="min-w-0 flex-1 truncate font-semibold">{t('review.done')}</p>
          <Button variant="outline" onClick={() => take(undo)}>
            {t('desk.undo')}
          </Button>
        </div>
      )}
    </div>
  )
}
