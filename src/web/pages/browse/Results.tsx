import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { activityWord } from '#shared/bands.ts'
import { clubType, entryBar } from '#shared/club-offer.ts'
import { countryName } from '#shared/game-names.ts'
import { BROWSE_PAGE_SIZE, CLUB_SEATS, SKELETON_COUNT } from '#shared/limits.ts'
import { abbreviate, formatThousands, percent, signed, wonText } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { tierName } from '#shared/ranked-tiers.ts'
import type { Sort } from '#shared/sorts.ts'
import { type EntityType, normaliseTag, tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { type Answer, ApiError } from '#web/app/api-client.ts'
import { useMine } from '#web/app/my-choice.ts'
import { Link } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { Emblem, tierShape } from '#web/ui/Emblem.tsx'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { EmptyState, ErrorState } from '#web/ui/Notice.tsx'
import { SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { gainWithMoves, WonLine } from '#web/ui/Sparkline.tsx'
import { ScoreBar, Trend, toneOf, trendOf } from '#web/ui/StatGrid.tsx'
import { saidOnly, Text } from '#web/ui/Text.tsx'
import { BROWSE_WORDS } from './browse-search.ts'

type ResultsProps = {
  kind: EntityType
  list: UseQueryResult<Answer<'GET /api/browse/entities'>>
  page: number
  /** The order of the list. By a figure, the first three have a medal; by prestige, phones show it too. */
  sort: Sort
  /** The way on where nothing matches. */
  children?: ReactNode
}

const Pagination = lazySection(() => import('#web/ui/Pagination.tsx').then((file) => file.Pagination))

const GRID = 'grid gap-2 sm:grid-cols-2 sm:gap-3 xl:grid-cols-3'

/** The cards of one page, in all states. While the next page loads, the previous one stays on screen. */
export function Results({ kind, list, page, sort, children }: ResultsProps) {
  const words = BROWSE_WORDS[kind]
  const mine = useMine(kind)?.tag
  if (list.isPending) {
    const item = 'h-32 rounded-lg'
    return <SkeletonGroup label={t(words.loading)} count={SKELETON_COUNT} className={GRID} itemClassName={item} />
  }
  if (!list.data) return <Failure kind={kind} list={list} />
  const clubs = (list.data.clubs ?? []).map((club) => clubFacts({ ...UNKNOWN, ...club }))
  const players = (list.data.players ?? []).map((player) => playerFacts({ ...UNKNOWN, ...player }))
  const cards = [...clubs, ...players]
  const figureAt = (place: number) => Math.round(cards[place]?.figures[sort] ?? 0)
  const isTied = (place: number) => [place - 1, place + 1].some((other) => figureAt(other) === figureAt(place))
  const pages = Math.ceil(list.data.total_entities / BROWSE_PAGE_SIZE)
  if (cards.length === 0) {
    if (pages === 0) {
      return (
        <EmptyState title={t(words.empty)} hint={t('browse.fewer')}>
          {children}
        </EmptyState>
      )
    }
    return (
      <EmptyState title={t('browse.noPage')}>
        <Link to="." search={(before: object) => ({ ...before, page: pages })} className={buttonStyle('outline')}>
          {t('browse.lastPage')}
        </Link>
      </EmptyState>
    )
  }
  return (
    <div aria-busy={list.isPlaceholderData} className={list.isPlaceholderData ? 'opacity-60 transition-opacity' : ''}>
      <ul className={GRID}>
        {cards.map((card, place) => (
          <BrowseCard
            key={card.tag}
            {...card}
            place={page === 1 && place < BEST.length && figureAt(place) > 0 && !isTied(place) ? place : null}
            sort={sort}
            isMine={normaliseTag(card.tag) === mine}
          />
        ))}
      </ul>
      <Pagination label={t(words.pages)} page={page} pages={pages} />
    </div>
  )
}

/** The status of a refusal; otherwise why there is no answer, in words. */
function reasonOf(error: Error | null): string {
  if (!(error instanceof ApiError) || error.status === 0) return error?.message ?? ''
  return error.code === 'unreadable' ? t('browse.unreadable') : String(error.status)
}

function Failure({ kind, list: { error, refetch } }: Pick<ResultsProps, 'kind' | 'list'>) {
  return (
    <ErrorState
      title={t('browse.failure')}
      message={t(BROWSE_WORDS[kind].failed, { reason: reasonOf(error) })}
      onRetry={() => void refetch()}
    >
      <Link to="/" className={buttonStyle('outline')}>
        {t('ui.backHome')}
      </Link>
    </ErrorState>
  )
}

/** The first three by a figure, by the colours of medals. Who shares a figure has none. */
const BEST = ['bg-gold', 'bg-silver', 'bg-bronze'] as const

/** Where a card stands: among the first three, and whether it is the visitor's own. */
type Standing = { place: number | null; isMine: boolean }
type CardProps = CardFacts & Standing & Pick<ResultsProps, 'sort'>

function lookOf({ place, isMine }: Standing): string {
  const ground = place === null ? 'bg-card' : 'bg-linear-to-br from-raise to-card'
  return `${ground} ${isMine ? 'border-acc' : 'border-edge'}`
}

/** How deep a club or player is: form leaps, silence sinks. */
function depthOf(kind: CardScore['kind'], score: number | null): ReactNode {
  if (kind !== 'activity' || score === null) return null
  return (
    <span className="flex" style={{ color: toneOf(score, kind) }}>
      <Emblem of={DEPTHS[activityWord(score)]} className="size-4" />
    </span>
  )
}

const DEPTHS = { High: 'form', Medium: 'quiet', Low: 'silent' } as const

/** A club or player with its week and its scores, or why it has none. The whole card links to its page. */
function BrowseCard({ sort, place, isMine, ...card }: CardProps) {
  const { to, tag, name, seats, about, trophies, growth = null, scores, state, isSilent } = card
  const shown = nameOrTag(name, tag)
  return (
    <li
      className={`@container relative grid min-w-0 grid-rows-[auto_1fr] gap-2 rounded-lg border p-3 ${lookOf({ place, isMine })} ${state ? 'gap-x-3 max-sm:grid-cols-[auto_minmax(0,1fr)_auto]' : ''} transition-colors duration-120 ease-calm hover:border-line hover:bg-raise max-sm:in-data-waits:late-28 sm:gap-2.5 sm:p-4`}
    >
      {/* On a phone who has no scores is one low row: name and why, and the trophies. */}
      <div
        className={`grid min-w-0 grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 sm:gap-3 ${state ? 'max-sm:contents' : ''}`}
      >
        <span className={`relative ${state ? 'max-sm:row-span-2' : ''}`}>
          <Monogram seed={tag} name={shown} className="size-11 rounded-md" />
          {place !== null && (
            <span
              className={`absolute z-1 -top-2 -start-2 grid size-5 place-items-center rounded-full text-xs font-extrabold text-[oklch(0.22_0.04_90)] ${BEST[place]}`}
            >
              {place + 1}
            </span>
          )}
        </span>
        <div className="min-w-0">
          <Link
            to={to}
            params={{ tag: tagInPath(normaliseTag(tag) ?? tag) }}
            title={shown}
            className="block min-w-0 leading-tight font-semibold no-underline after:absolute after:inset-0 after:rounded-lg"
          >
            <PlayerName name={shown} className="block truncate" />
          </Link>
          {/* In one line: where the country has no room beside the club's name, it goes. */}
          <p className={`flex h-5 min-w-0 flex-wrap overflow-hidden text-sm text-mut ${state ? 'max-sm:hidden' : ''}`}>
            {seats && <Text id="browse.members" values={{ seats, said: saidOnly }} />}
            {about.map((part, position) => (
              <span key={part} className="max-w-full truncate">
                {(position > 0 || seats) && '\u00a0· '}
                <PlayerName name={part} />
              </span>
            ))}
          </p>
        </div>
        <div className="text-end whitespace-nowrap max-sm:row-span-2 sm:col-span-full sm:flex sm:items-baseline sm:gap-2 @max-[13rem]:col-span-full">
          <p className="text-lg leading-tight font-extrabold">
            <Text id="club.trophiesOf" values={{ trophies: abbreviate(trophies), said: saidOnly }} />
          </p>
          <Week {...card} growth={sort === 'growth' ? growth : null} />
        </div>
        <Details {...card} sort={sort} />
      </div>
      {scores.length > 0 && (
        <dl className="grid content-start gap-x-4 gap-y-2 text-sm max-sm:auto-cols-fr max-sm:grid-flow-col @max-[17rem]:grid-flow-row">
          {scores.map(({ label, score, kind }) => (
            <ScoreBar
              key={label}
              label={label}
              mark={depthOf(kind, score)}
              score={score}
              kind={kind}
              word="max-sm:sr-only"
            />
          ))}
        </dl>
      )}
      {state && (
        <p className="flex items-center gap-2 rounded-md text-sm text-mut sm:bg-raise/60 sm:px-3">
          {isSilent && <Emblem of="silent" className="size-4 text-warn" />}
          {state}
        </p>
      )}
    </li>
  )
}

/** What there is to know besides. A phone shows of a player what orders the list, and of who has no scores nothing. */
function Details({ tier, offer, prestige, inAll, figures, seats, state, sort }: CardFacts & Pick<CardProps, 'sort'>) {
  const score = sort === 'popularity' ? Math.round(figures.popularity) : 0
  const [always, wide] = ['inline-block', 'inline-block max-sm:hidden'] as const
  const parts = [
    { words: offer, look: seats !== null || sort === 'ranked' ? always : wide },
    // Beside the popularity it has no room.
    { words: prestige, look: sort === 'prestige' ? always : score > 0 ? 'hidden' : wide },
    { words: inAll, look: always },
    { words: score > 0 ? t('browse.popularityOf', { score }) : null, look: always },
  ].filter(({ words }) => words)
  if (parts.length === 0) return null
  const onPhone = state === null && parts.some(({ look }) => look === always)
  return (
    // A part that wraps stays whole: the start of each line is cut off.
    <p
      className={`dotted pointer-events-none text-sm text-mut max-sm:col-start-2 sm:col-span-full ${onPhone ? '' : 'max-sm:hidden'}`}
    >
      {parts.map(({ words, look }) => (
        <span key={words} className={look}>
          {words === offer && tier !== null && <Emblem of={tierShape(tier)} className="me-1 inline size-4" />}
          {words}
        </span>
      ))}
    </p>
  )
}

type WeekProps = Pick<CardFacts, 'won' | 'trophies' | 'gain' | 'growth' | 'seats' | 'state'>

/** What was won in the last 7 days; in percent where that orders the list. As a line too where there is room. */
function Week({ won, trophies, gain, growth, seats, state }: WeekProps) {
  const words = (all: number) => (typeof growth === 'number' ? signed(growth, percent) : wonText(all))
  const room = seats === null ? 'max-sm:hidden' : ''
  return (
    <div
      className={`min-w-20 sm:flex sm:grow sm:flex-row-reverse sm:items-baseline sm:gap-3 ${state ? 'max-sm:hidden' : ''}`}
    >
      {won.length > 0 && (
        <WonLine won={won} trophies={trophies} className={`ms-auto h-5 w-20 sm:ms-0 sm:h-6 sm:w-24 ${room}`} />
      )}
      {gain !== null && (
        <p className="text-sm sm:me-auto">
          {gain ? <Trend {...trendOf(gain, words(gain))} /> : <span className="text-mut">{wonText(0)}</span>}
        </p>
      )}
    </div>
  )
}

type Listed = Answer<'GET /api/browse/entities'>
type Club = NonNullable<Listed['clubs']>[number]
type Player = NonNullable<Listed['players']>[number]

type CardFacts = {
  to: '/club/$tag' | '/player/$tag'
  tag: string
  name: string
  /** Members and seats: `28/30`. Null for players. */
  seats: string | null
  /** The line below the name. Each part may be a name in any script. */
  about: readonly string[]
  /** The place of a player's tier, whose emblem stands before its name; null without one. */
  tier: number | null
  /** What a club offers whoever looks for one; of a player tier and rating. Null where nothing is known. */
  offer: string | null
  /** On phones only where the list is ordered by it. */
  prestige: string | null
  trophies: number
  scores: readonly CardScore[]
  /** What was won by play up to the end of each of the last 7 days, oldest first. */
  won: readonly (number | null)[]
  /** The same of all these days; null where not known. */
  gain: number | null
  /** Of a club in percent. */
  growth?: number | null
  /** The whole gain, with who came and left, where they turned what was won into a loss, or the other way. */
  inAll?: string | null
  /** What earns a medal where the list is ordered by it. Names, days and numbers of members earn none. */
  figures: { popularity: number } & { [order in Sort]?: number | null | undefined }
  /** Why there are no scores, or fewer; null where there are all. */
  state: string | null
  isSilent?: boolean
}

/** A list that was kept for times without a network may be older than a field. */
type Unknown<Card> = { [Field in keyof Card as null extends Card[Field] ? Field : never]: null }

const UNKNOWN: Unknown<Club> & Unknown<Player> = {
  gain_7d: null,
  gain_7d_percent: null,
  growth_7d: null,
  activity_score: null,
  performance_score: null,
  country: null,
  entry: null,
  required_trophies: null,
  active_members: null,
  known_members: null,
  ranked: null,
  prestige: null,
  club_name: null,
  club_tag: null,
}

type CardScore = { label: string; score: number | null; kind: 'score' | 'activity' }

function clubFacts(club: Club): CardFacts {
  return {
    to: '/club/$tag',
    tag: club.club_tag,
    name: club.club_name,
    seats: `${club.member_count}/${CLUB_SEATS}`,
    about: countryOf(club),
    tier: null,
    offer: entryOf(club),
    prestige: null,
    trophies: club.trophies,
    won: club.won_7d ?? [],
    gain: club.gain_7d,
    growth: club.gain_7d_percent,
    inAll: inAllOf(club),
    scores: club.analytics_available ? [{ label: activeOf(club), score: club.activity_score, kind: 'activity' }] : [],
    figures: {
      popularity: club.popularity_score,
      trophies: club.trophies,
      growth: club.gain_7d,
      activity_score: club.activity_score,
    },
    state: club.analytics_available ? null : t('browse.learning'),
  }
}

function inAllOf({ gain_7d: won, growth_7d: all }: Club): string | null {
  return gainWithMoves(won ?? 0, all, (sum) => t('browse.inAll', { change: signed(sum, abbreviate) }))
}

/** How one gets in: `Open · 5,000+`. What is not known is left out. */
function entryOf({ entry, required_trophies: bar }: Club): string | null {
  const parts = [entry && clubType(entry), bar === null ? null : entryBar(bar, (trophies) => `${trophies}+`)]
  return parts.filter(Boolean).join(' · ') || null
}

function activeOf({ active_members: active, known_members: known }: Club): string {
  return active !== null && known ? t('browse.activeOf', { active, known }) : t('ui.activity')
}

function playerFacts(player: Player): CardFacts {
  const { analytics_available, performance_score: performance, activity_score: activity } = player
  const judged = analytics_available && performance !== null
  const isSilent = !judged && analytics_available && activity !== null
  return {
    to: '/player/$tag',
    tag: player.player_tag,
    name: player.player_name,
    seats: null,
    about: [player.club_name ?? t('ui.noClub'), ...countryOf(player)],
    tier: player.ranked?.tier_place || null,
    offer: player.ranked && rankedWords(player.ranked),
    prestige: player.prestige === null ? null : t('browse.prestigeOf', { prestige: player.prestige }),
    trophies: player.trophies,
    won: player.won_7d ?? [],
    gain: player.gain_7d,
    scores: judged
      ? [
          { label: t('ui.performance'), score: performance, kind: 'score' },
          { label: t('ui.activity'), score: activity, kind: 'activity' },
        ]
      : [],
    figures: {
      popularity: player.popularity_score,
      trophies: player.trophies,
      performance_score: performance,
      activity_score: activity,
      ranked: player.ranked?.rating,
      prestige: player.prestige,
    },
    state: judged ? null : isSilent ? t('browse.silent') : t('browse.learning'),
    isSilent,
  }
}

/** `Silver II 1,018`; what is not known is left out. */
function rankedWords({ tier, rating }: NonNullable<Player['ranked']>): string | null {
  return [tier && tierName(tier), rating !== null && formatThousands(rating)].filter(Boolean).join(' ') || null
}

function countryOf({ country }: { country: string | null }): string[] {
  return country === null ? [] : [countryName(country)]
}
