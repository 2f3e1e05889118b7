import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw, Scale, Share2 } from 'lucide-react'
import { type CSSProperties, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { signed } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { type EntityType, tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { type Answer, ApiError, call, hasAnswered } from '#web/app/api-client.ts'
import { refetchTag } from '#web/app/entity-queries.ts'
import { Link, useDialogs } from '#web/router/Link.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { buttonStyle, copyWords, useCopy } from '#web/ui/Button.tsx'
import { duration, momentOf, relativeTime, withinSentence } from '#web/ui/date-words.ts'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { lazyPart, lazySection } from '#web/ui/LazyPart.tsx'
import { LastSeen, LocalDay, RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useServed } from '#web/ui/served.ts'
import { Text } from '#web/ui/Text.tsx'

type Props = {
  kind: EntityType
  tag: string
  name: string
  /** Address of the game's own picture; null for none. */
  art: string | null
  /** The name's own colour, where the game gives one: `#ff9727`. */
  colour?: string | null
  /** What the line below the name says, each with a key. */
  facts: readonly { key: string; text: ReactNode }[]
  lastUpdated: string
  trackedSince: string
  stale: boolean
}

/** The top of a club's or player's page: tag, picture, name, facts, how current they are, and what to do with it. */
export function EntityHero(props: Props) {
  const { kind, tag, name, art, colour = null } = props
  const { refresh, isRefreshing, said } = useRefresh(kind, tag)
  const open = useDialogs()
  // The server knows neither favourites nor visits.
  const isHere = !useServed()
  return (
    <header className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 sm:flex sm:flex-wrap sm:gap-4.5">
      <Avatar
        art={art}
        seed={tag}
        name={name}
        className="size-12 rounded-md max-sm:row-start-2 sm:size-18 sm:rounded-lg"
      />
      <div className="max-sm:contents sm:min-w-0 sm:flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-x-1.5 text-mut max-sm:col-span-2 max-sm:text-sm">
          {t(KINDS[kind])} <span aria-hidden="true">•</span> <Tag tag={tag} />
        </p>
        <h1
          className={`line-clamp-3 text-hero font-extrabold max-sm:col-span-2 ${colour ? 'own-colour' : ''}`}
          style={{ '--own': colour } as CSSProperties}
        >
          <PlayerName name={nameOrTag(name, tag)} />
        </h1>
        <Facts {...props} />
        {/* Present before it says anything: only then do screen readers read what appears in it. */}
        <p role="status" className={`col-span-full mt-1 text-sm empty:mt-0 ${TONE[said?.tone ?? 'calm']}`}>
          {said?.text}
        </p>
      </div>
      <div className="flex gap-0.5 max-sm:col-start-3 max-sm:row-start-1 sm:gap-2 print:hidden">
        <span className="size-[44px]">
          <Suspense>{isHere && <FavouriteStar type={kind} tag={tag} name={nameOrTag(name, tag)} />}</Suspense>
        </span>
        <button
          type="button"
          onClick={() => open('share')}
          className={buttonStyle('primary', `${ICON_ON_PHONE} sm:px-7`)}
        >
          <Share2 size={17} aria-hidden="true" />
          <span className="max-sm:sr-only">{t('frame.share')}</span>
        </button>
        <Link
          to="/compare"
          search={{ type: kind, a: tagInPath(tag) }}
          className={buttonStyle('outline', ICON_ON_PHONE)}
        >
          <Scale size={18} aria-hidden="true" className="sm:hidden" />
          <span className="max-sm:sr-only">{t('pages.compare')}</span>
        </Link>
        {/* It is never disabled, so that the keyboard's focus stays on it. */}
        <button
          type="button"
          onClick={refresh}
          aria-busy={isRefreshing || undefined}
          aria-label={t('ui.refresh')}
          title={t('ui.refresh')}
          className="inline-flex size-11 flex-none! items-center justify-center rounded-md text-mut hover:bg-raise hover:text-ink"
        >
          <RefreshCw size={18} aria-hidden="true" className={isRefreshing ? 'animate-spin' : ''} />
        </button>
      </div>
      <Suspense>{isHere && <SinceVisit type={kind} tag={tag} />}</Suspense>
    </header>
  )
}

/** A phone shows the icons of the buttons alone: the club's week stands on its first screen. */
const ICON_ON_PHONE = 'max-sm:size-[44px] max-sm:px-0'

const nothing = () => null
const FavouriteStar = lazyPart(() => import('./ComingBack.tsx').then((file) => file.FavouriteStar), nothing)
const SinceVisit = lazyPart(() => import('./ComingBack.tsx').then((file) => file.SinceVisit), nothing)

const KINDS = { club: 'ui.club', player: 'ui.player' } as const
const TONE = { good: 'text-good', calm: 'text-mut', warn: 'text-warn' } as const

function Facts({ facts, lastUpdated, trackedSince, stale }: Props) {
  const updated = <Text id="ui.updated" values={{ when: <RelativeTime within time={lastUpdated} /> }} />
  const since = <Text id="frame.trackingSince" values={{ day: <LocalDay time={trackedSince} /> }} />
  const freshness = [
    { key: 'updated', text: updated },
    { key: 'since', text: since },
  ]
  return (
    <>
      <ul className="dotted col-span-full flex flex-wrap text-mut">
        {[...facts, ...freshness].map(({ key, text }) => (
          <li key={key} className={key === 'since' ? 'max-sm:hidden' : ''}>
            {text}
          </li>
        ))}
      </ul>
      <LastSeen seen={{ last_updated: lastUpdated, stale }} className="col-span-full mt-1" />
    </>
  )
}

type Refreshed = Answer<'POST /api/browse/club/{tag}/refresh'>

/** A sentence about a refresh, and how it is meant. */
type Said = { text: string; tone: keyof typeof TONE }

/** Asks the game for a club or player, says what came, and reads every answer about it again. */
function useRefresh(kind: EntityType, tag: string) {
  const client = useQueryClient()
  const { mutate, reset, isPending, data, error } = useMutation({
    mutationFn: async () => {
      const answer = await call(`POST /api/browse/${kind}/{tag}/refresh`, { params: { tag } })
      return {
        said: refreshOutcome(answer, Date.now()),
        staleAt: answer.outcome === 'too_early' ? answer.next_possible_at : null,
      }
    },
    onSettled: (_data, error) => (error === null || hasAnswered(error) ? refetchTag(client, tag) : undefined),
  })
  const staleAt = data?.staleAt ?? null
  useEffect(() => {
    if (staleAt === null) return
    const timer = setTimeout(reset, Math.max(0, Date.parse(staleAt) - Date.now()))
    return () => clearTimeout(timer)
  }, [staleAt, reset])
  const said = isPending
    ? ({ text: t('frame.asking'), tone: 'calm' } as const)
    : (data?.said ?? (error && failureOf(error)))
  return { refresh: () => isPending || mutate(), isRefreshing: isPending, said }
}

/** What a visitor is told of a refresh that was answered at `now`, in milliseconds. */
export function refreshOutcome(
  { outcome, before, after, next_possible_at, trouble, message }: Refreshed,
  now: number,
): Said {
  const ago = withinSentence(relativeTime(after.observed_at, now))
  if (outcome === 'too_early') {
    const wait = duration(Math.max(1, (Date.parse(next_possible_at) - now) / 1000))
    return { text: t('frame.tooEarly', { ago, wait }), tone: 'calm' }
  }
  if (outcome === 'failed')
    return { text: t('frame.notRefreshed', { trouble: message ?? trouble ?? '', ago }), tone: 'warn' }
  const since = momentOf(before.observed_at, now)
  const change = after.trophies - before.trophies
  if (change === 0) return { text: t('frame.sameTrophies', { since }), tone: 'calm' }
  return { text: t('frame.moreTrophies', { change: signed(change), since }), tone: change > 0 ? 'good' : 'calm' }
}

function failureOf(error: Error): Said {
  return { text: error instanceof ApiError && !hasAnswered(error) ? t('frame.noAnswer') : error.message, tone: 'warn' }
}

/** A tag that a click copies. Where the browser does not let it, the click selects the tag. */
function Tag({ tag }: { tag: string }) {
  const { state, copy, reset } = useCopy(() => tag)
  const copied = state === 'copied'
  const shown = useRef<HTMLSpanElement>(null)
  const copyOrSelect = async () => {
    if (!(await copy()) && shown.current) window.getSelection()?.selectAllChildren(shown.current)
  }
  return (
    <button
      type="button"
      onClick={copyOrSelect}
      onBlur={reset}
      title={t('frame.copyTag')}
      className="relative inline-flex items-center gap-1.5 rounded-sm text-mut before:absolute before:-inset-x-2 before:-inset-y-2.5 hover:text-ink"
    >
      <span className="sr-only">{t('frame.copyTag')} </span>
      <span ref={shown} translate="no" className="select-text">
        {tag}
      </span>
      <svg
        viewBox="0 0 16 16"
        className="size-3.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        aria-hidden="true"
      >
        {copied ? (
          <path d="M3 8.5l3.2 3.2L13 4.8" strokeLinecap="round" strokeLinejoin="round" />
        ) : (
          <path d="M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z" strokeLinejoin="round" />
        )}
      </svg>
      <span role="status" className={`text-sm empty:hidden ${copied ? 'text-good' : 'text-warn'}`}>
        {copyWords(state, 'frame.selected')}
      </span>
    </button>
  )
}

export const PageSections = lazySection(() => import('#web/ui/SectionChips.tsx').then((file) => file.SectionChips), {
  pending: <div className="my-2 h-13" />,
  className: 'contents',
})

/** The top of a club's or player's page while it loads. */
export function HeroPending({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="flex min-h-24 items-center gap-4.5">
      <Skeleton className="size-18 shrink-0 rounded-lg" />
      <div className="grid min-w-0 gap-2">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-9 w-56 max-w-full" />
        <Skeleton className="h-4 w-64 max-w-full" />
      </div>
    </div>
  )
}

/** The lower part of a page while its code is loading. */
export function BelowPending() {
  return (
    <div role="status" aria-label={t('frame.loadingRest')} className="grid gap-4">
      <Skeleton className="h-120 rounded-lg" />
      <Skeleton className="h-160 rounded-lg" />
    </div>
  )
}
