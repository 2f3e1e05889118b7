import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { activityText, activityWord, scoreText } from '#shared/bands.ts'
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
import { ErrorState } from '#web/ui/Notice.tsx'
import { SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { gainWithMoves, WonLine } from '#web/ui/Sparkline.tsx'
import { KnownNumber, ScoreBar, Trend, toneOf, trendOf } from '#web/ui/StatGrid.tsx'
import { saidOnly, Text } from '#web/ui/Text.tsx'
import { BROWSE_WORDS } from './browse-search.ts'

type ResultsProps = {
  kind: EntityType
  list: UseQueryResult<Answer<'GET /api/browse/entities'>>
  page: number
  /** The order of the list. By a figure, the first three have a medal; by prestige, phones show it too. */
  sort: Sort
  /** Whether all were chosen by their activity: only the best one tells it. */
  isAlike?: boolean | undefined
  /** The way on where nothing matches. */
  children?: ReactNode
}

const NothingListed = lazySection(() => import('./FilterPanel.tsx').then((file) => file.NothingListed))
const Pagination = lazySection(() => import('#web/ui/Pagination.tsx').then((file) => file.Pagination))

const GRID = 'grid gap-2 sm:grid-cols-2 sm:gap-3 xl:grid-cols-3'
const ONE_LINE = 'flex flex-wrap justify-between gap-x-2'

/** The cards of one page, in all states. While the next page loads, the previous one stays on screen. */
export function Results({ kind, list, page, sort, isAlike, children }: ResultsProps) {
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
    return (
      <NothingListed kind={kind} pages={pages}>
        {children}
      </NothingListed>
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
            isAlike={isAlike}
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
type CardProps = CardFacts & Standing & Pick<ResultsProps, 'sort' | 'isAlike'>

function lookOf({ place, isMine }: Standing): string {
  const ground = place === null ? 'bg-card' : 'bg-linear-to-br from-raise to-card'
  return `${ground} ${isMine ? 'border-acc' : 'border-edge'} ${place === 0 ? 'sm:col-span-2 lg:row-span-2' : ''}`
}

/** How deep a club or player is: form leaps, silence sinks. */
function depthOf({ kind, score }: CardScore): ReactNode {
  return kind === 'activity' && score !== null && <Emblem of={DEPTHS[activityWord(score)]} className="size-4" />
}

const DEPTHS = { High: 'form', Medium: 'quiet', Low: 'silent' } as const

/** A club or player with its week and its scores, or why it has none. The best one is larger. The whole card is a link. */
function BrowseCard({ sort, isAlike, place, isMine, ...card }: CardProps) {
  const { to, tag, name, seats, about, trophies, scores, state, isSilent } = card
  const shown = nameOrTag(name, tag)
  const leads = place === 0
  const OneScore = leads ? ScoreBar : Score
  return (
    <li
      className={`@container relative grid min-w-0 rounded-lg border p-3 ${lookOf({ place, isMine })} transition-colors duration-120 ease-calm hover:border-line hover:bg-raise max-sm:in-data-waits:late-24.5 sm:p-4`}
    >
      <div
        className={`grid min-w-0 grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-2 ${leads ? 'content-between' : 'content-start'}`}
      >
        <span className="relative">
          <Monogram
            seed={tag}
            name={shown}
            className={leads ? 'size-16 rounded-lg sm:size-24' : 'size-11 rounded-md'}
          />
          {place !== null && (
            <span
              className={`absolute z-1 -top-2 -start-2 grid size-5 place-items-center rounded-full text-xs font-extrabold text-[oklch(0.22_0.04_90)] ${BEST[place]}`}
            >
              {place + 1}
            </span>
          )}
        </span>
        <div className="min-w-0 self-center">
          <Link
            to={to}
            params={{ tag: tagInPath(normaliseTag(tag) ?? tag) }}
            title={shown}
            className={`block leading-tight font-semibold no-underline after:absolute after:inset-0 after:rounded-lg ${leads ? 'sm:text-2xl' : ''}`}
          >
            <PlayerName name={shown} className="block truncate" />
          </Link>
          {/* In one line: where the country has no room beside the club's name, it goes. */}
          <p className="flex h-5 min-w-0 flex-wrap overflow-hidden text-sm text-mut">
            {seats && <Text id="browse.members" values={{ seats, said: saidOnly }} />}
            {about.map((part, position) => (
              <span key={part} className="max-w-full truncate">
                {(position > 0 || seats) && '\u00a0· '}
                <PlayerName name={part} />
              </span>
            ))}
          </p>
        </div>
        <div className="text-end whitespace-nowrap sm:col-span-full sm:flex sm:flex-wrap sm:items-end sm:justify-between @max-[13rem]:col-span-full">
          <p className={`leading-tight font-extrabold ${leads ? 'text-2xl sm:text-hero' : 'text-lg sm:text-2xl'}`}>
            <Text id="club.trophiesOf" values={{ trophies: abbreviate(trophies), said: saidOnly }} />
          </p>
          <Week {...card} sort={sort} leads={leads} />
        </div>
        <div
          className={`col-span-full text-sm ${leads ? 'grid gap-2' : 'flex flex-wrap justify-between gap-x-3 gap-y-1 max-sm:ps-14'}`}
        >
          <Details {...card} sort={sort} leads={leads} />
          {state ? (
            <p className="flex items-center gap-1.5 text-mut">
              {isSilent && <Emblem of="silent" className="size-4 text-warn" />}
              {state}
            </p>
          ) : (
            <dl
              className={leads ? 'grid auto-cols-fr grid-flow-col gap-x-4' : `${ONE_LINE} ${scores[1] ? 'grow' : ''}`}
            >
              {scores
                .filter(({ kind }) => leads || !isAlike || kind === 'score')
                .map((each) => (
                  <OneScore key={each.label} {...each} mark={depthOf(each)} word="max-sm:sr-only" />
                ))}
            </dl>
          )}
        </div>
      </div>
    </li>
  )
}

/** A score on one quiet line, in the colour of its band. */
function Score({ label, mark, score, kind }: CardScore & { mark: ReactNode }) {
  return (
    <div className="flex items-center gap-1" style={{ color: toneOf(score ?? 0, kind) }}>
      <dt className="flex items-center gap-1">
        {mark}
        <span className="text-mut">{label}</span>
      </dt>
      <dd className="font-extrabold">
        <KnownNumber value={score} format={kind === 'activity' ? activityText : scoreText} />
      </dd>
    </div>
  )
}

type PartProps = CardFacts & Pick<CardProps, 'sort'> & { leads: boolean }

/** What there is to know besides: of a player what orders the list, and of the best one all. */
function Details({ tier, offer, prestige, inAll, figures, seats, sort, leads }: PartProps) {
  const score = sort === 'popularity' ? Math.round(figures.popularity) : 0
  const parts = [
    leads || seats !== null || sort === 'ranked' ? offer : null,
    leads || sort === 'prestige' ? prestige : null,
    inAll,
    score > 0 ? t('browse.popularityOf', { score }) : null,
  ].filter(Boolean)
  if (parts.length === 0) return null
  return (
    // A part that wraps stays whole: the start of each line is cut off.
    <p className="dotted pointer-events-none text-mut">
      {parts.map((words) => (
        <span key={words} className="inline-block">
          {words === offer && tier !== null && <Emblem of={tierShape(tier)} className="me-1 inline size-4" />}
          {words}
        </span>
      ))}
    </p>
  )
}

/** What was won in the last 7 days; in percent where that orders the list. As a line too where there is room. */
function Week({ won, trophies, gain, growth, seats, sort, leads }: PartProps) {
  if (gain === null) return null
  const words = sort === 'growth' && typeof growth === 'number' ? signed(growth, percent) : wonText(gain)
  const line = leads ? 'h-8 w-32 sm:h-12 sm:w-48' : `h-4 w-20 ${seats === null ? 'max-sm:hidden' : ''}`
  return (
    <div>
      {won.length > 0 && <WonLine won={won} trophies={trophies} className={`ms-auto ${line}`} />}
      <p className={leads ? 'sm:text-lg' : 'text-sm'}>
        <Trend {...trendOf(gain, words)} />
      </p>
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
  /** Of the best one, and where the list is ordered by it. */
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
