import { useQuery } from '@tanstack/react-query'
import { Ghost, Medal, Sprout, Swords, TrendingDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { DAY_MS, dayOf, daysBetween, type Timeframe } from '#shared/days.ts'
import { count, signed, thousands } from '#shared/number-format.ts'
import type { Answer } from '#web/app/api-client.ts'
import { clubAnalyticsQuery, clubQuery, memberScoresQuery } from '#web/app/entity-queries.ts'
import { AnalyticsCard } from '#web/ui/Card.tsx'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { Explain } from '#web/ui/Explain.tsx'
import { learningText } from '#web/ui/Notice.tsx'
import { roleName, roleRank } from '#web/ui/names.ts'
import { RelativeTime, useNow } from '#web/ui/RelativeTime.tsx'

type Analytics = Answer<'GET /api/browse/club/{tag}/analytics'>
type ClubMember = Answer<'GET /api/browse/club/{tag}'>['members'][number]
type MemberScore = Answer<'GET /api/analytics/club/{tag}/member-scores'>['member_scores'][number]

/** Whom a leader should look at: who is silent, who loses trophies, whose role does not fit, and who is new. */
export function NeedsAttention({ tag, days }: { tag: string; days: Timeframe }) {
  const analytics = useQuery(clubAnalyticsQuery(tag))
  const club = useQuery(clubQuery(tag))
  const scores = useQuery(memberScoresQuery(tag, days))
  const now = useNow()
  return (
    <AnalyticsCard
      title="Who needs a look"
      id="attention"
      action={<LookExplain />}
      result={analytics}
      failure="Unable to load club analytics"
      loading="Loading who needs a look"
    >
      {(data) => {
        const roster = { members: club.data?.members ?? [], scores: scores.data?.member_scores ?? [], now }
        const groups = lookGroups(data, roster).filter(({ people, nobody }) => people.length > 0 || nobody)
        return (
          <div className="grid gap-x-6 gap-y-2 md:grid-cols-2 md:gap-y-4 xl:grid-cols-4">
            {groups.map((group) => (
              <LookGroup key={group.title} {...group} />
            ))}
          </div>
        )
      }}
    </AnalyticsCard>
  )
}

function LookExplain() {
  return (
    <Explain label="Who needs a look">
      <p>Silent: no trophy change and no battle for 7 days or more. A role above Member is then marked.</p>
      <p>Lost trophies: fewer than at the start of the days shown, season resets left out.</p>
      <p>Worth a promotion: still a Member, and one of the five best scores, 80 or more.</p>
      <p>New here: joined in the last 7 days. Each member is listed once.</p>
    </Explain>
  )
}

/** A member who is listed: why, and a second fact. */
type Person = { tag: string; name: string; why: ReactNode; fact: ReactNode; role?: ReactNode; trophies?: number }
type Group = {
  title: string
  icon: ReactNode
  people: readonly Person[]
  nobody?: string
  /** A role above Member does not fit here and is marked. */
  marksRoles?: true
}
type Roster = { members: readonly ClubMember[]; scores: readonly MemberScore[]; now: number }

/** The five best scores; the scorecards have the figures. */
const PLACES = ['best score', '2nd best score', '3rd best score', '4th best score', '5th best score'] as const

/** The groups, with each member in the first one that fits. */
function lookGroups({ ghosts, plays_no_trophies: players, member_performance_summary }: Analytics, roster: Roster) {
  const { members, scores, now } = roster
  const gains = new Map(scores.map(({ player_tag, gain, span_days }) => [player_tag, gainText(gain, span_days)]))
  const silences = new Map(members.map(({ tag, last_change_at }) => [tag, lastGame(last_change_at, now)]))
  const silent = ghosts.toSorted((one, other) => other.days_silent - one.days_silent)
  const ghostsKnown = member_performance_summary.ghost_members !== null
  const groups: Group[] = [
    {
      title: 'Silent',
      marksRoles: true,
      icon: <Ghost aria-hidden="true" className="size-5 text-bad" />,
      nobody: ghostsKnown ? 'Nobody is silent for 7 days.' : 'Not known yet.',
      people: silent.map(({ tag, name, days_silent: days, at_least: atLeast }) => {
        return { tag, name, why: `${daysOfSilence({ days, atLeast })} silent`, fact: gains.get(tag) }
      }),
    },
    {
      title: 'Play, no trophies',
      icon: <Swords aria-hidden="true" className="size-5 text-mut" />,
      people: players.map(({ tag, name, last_battle_at }) => {
        return { tag, name, why: <RelativeTime time={last_battle_at} />, fact: gains.get(tag) }
      }),
    },
    {
      title: 'Lost trophies',
      icon: <TrendingDown aria-hidden="true" className="size-5 text-warn" />,
      nobody: nobodyLost(scores),
      people: losingMembers(scores).map(({ player_tag: tag, player_name: name, gain, span_days }) => {
        return { tag, name, why: `${signed(gain)} in ${span_days} d`, fact: silences.get(tag) }
      }),
    },
    {
      title: 'Worth a promotion',
      icon: <Medal aria-hidden="true" className="size-5 text-c2" />,
      people: promotable(scores, members).map(({ player_tag: tag, player_name: name, rank }) => {
        return { tag, name, why: PLACES[rank - 1], fact: gains.get(tag) }
      }),
    },
    {
      title: 'New here',
      icon: <Sprout aria-hidden="true" className="size-5 text-good" />,
      nobody: members.length > 0 ? 'Nobody joined in the last 7 days.' : 'Not known yet.',
      people: newMembers(members, now).map(({ tag, name, joined_at }) => {
        return { tag, name, why: <RelativeTime time={joined_at} />, fact: gains.get(tag) }
      }),
    },
  ]
  return listedOnce(groups).map((group) => ({
    ...group,
    people: group.people.map((each) => described(each, group, members)),
  }))
}

type Listed = { people: readonly { tag: string }[]; nobody?: string }

/** The groups without those who are in an earlier one. A group that becomes empty by that says so. */
export function listedOnce<G extends Listed>(groups: readonly G[]): G[] {
  const listed = new Set<string>()
  return groups.map((group) => {
    const people = group.people.filter(({ tag }) => !listed.has(tag))
    for (const { tag } of people) listed.add(tag)
    const isEmptied = people.length === 0 && group.people.length > 0 && group.nobody !== undefined
    return { ...group, people, ...(isEmptied && { nobody: 'All of them are listed in another group.' }) }
  })
}

/** With role and trophies as the club's list has them. */
function described(person: Person, { marksRoles }: Group, members: readonly ClubMember[]): Person {
  const member = members.find(({ tag }) => tag === person.tag)
  if (member === undefined) return person
  const misfit = marksRoles && roleRank(member.role) < roleRank('member')
  const role = roleName(member.role)
  return { ...person, trophies: member.trophies, role: misfit ? <b className="text-warn">{role}</b> : role }
}

/** Members of a group that are shown before a tap: on a phone, and on wider screens. */
const SHOWN_ON_PHONE = 2
const SHOWN = 3

/** One group of members. A long list shows its first members, and all on demand. */
function LookGroup({ title, icon, people, nobody }: Group) {
  const heading = useId()
  const [all, setAll] = useState(false)
  return (
    <section aria-labelledby={heading} className="relative min-w-0">
      <div className="flex min-h-8 items-center gap-2">
        {icon}
        <h3 id={heading} className="flex-1 font-semibold">
          {title}
        </h3>
        {people.length > SHOWN_ON_PHONE && (
          <button
            type="button"
            aria-expanded={all}
            onClick={() => setAll(!all)}
            className={`link min-h-8 text-sm ${people.length > SHOWN ? '' : 'sm:hidden'}`}
          >
            {all ? <span>Show fewer</span> : <More count={people.length} />}
          </button>
        )}
      </div>
      {people.length === 0 && <p className="text-sm text-mut">{nobody}</p>}
      <ul>
        {people.map((person, place) => (
          <LookRow key={person.tag} {...person} folding={all ? '' : foldingOf(place)} />
        ))}
      </ul>
    </section>
  )
}

function More({ count: people }: { count: number }) {
  return (
    <>
      <span className="sm:hidden">Show {people - SHOWN_ON_PHONE} more</span>
      <span className="max-sm:hidden">Show {people - SHOWN} more</span>
    </>
  )
}

/** Classes that hide the member at this place of a folded group. Paper shows everybody. */
function foldingOf(place: number): string {
  if (place >= SHOWN) return 'hidden print:list-item'
  return place >= SHOWN_ON_PHONE ? 'max-sm:hidden print:list-item' : ''
}

function LookRow({ tag, name, why, fact, role, trophies, folding }: Person & { folding: string }) {
  return (
    <li className={`border-t border-edge py-1.5 ${folding}`}>
      <p className="flex items-baseline justify-between gap-3">
        <EntityLink to="/player/$tag" tag={tag} name={name} className="min-w-0 font-semibold" clipped />
        <span className="shrink-0 text-sm">{why}</span>
      </p>
      <p className="flex justify-between gap-3 text-sm text-mut">
        <span className="truncate">
          {role}
          {trophies !== undefined && (
            <span>
              , {thousands(trophies)} <span className="xl:sr-only">trophies</span>
            </span>
          )}
        </span>
        <span className="shrink-0">{fact}</span>
      </p>
    </li>
  )
}

/** A gain in words that fit beside a name; nothing where it is not known. */
export function gainText(gain: number | null, days: number): string | null {
  if (gain === null) return null
  return gain === 0 ? `no change in ${days} d` : `${signed(gain)} in ${days} d`
}

const WEEK_MS = 7 * DAY_MS

/** Members who joined within the last 7 days, the newest first. Members of the first observation have no such date. */
export function newMembers<M extends Pick<ClubMember, 'tag' | 'name' | 'joined_at'>>(
  members: readonly M[],
  now: number,
): (M & { joined_at: string })[] {
  return members
    .filter((member): member is M & { joined_at: string } => member.joined_at !== null)
    .filter(({ joined_at }) => now - Date.parse(joined_at) < WEEK_MS)
    .toSorted((one, other) => other.joined_at.localeCompare(one.joined_at))
}

/** Every member who has fewer trophies than before the window, resets taken out; the largest loss first. */
export function losingMembers<S extends Pick<MemberScore, 'gain'>>(scores: readonly S[]): (S & { gain: number })[] {
  return scores
    .filter((score): score is S & { gain: number } => score.gain !== null && score.gain < 0)
    .toSorted((one, other) => one.gain - other.gain)
}

/** What is said where no loss is known: that nobody lost trophies only if that is known of all. */
export function nobodyLost(scores: readonly Pick<MemberScore, 'gain' | 'span_days'>[]): string {
  const known = scores.filter(({ gain }) => gain !== null)
  if (known.length === 0) return 'Not known yet.'
  const span = count(Math.max(...known.map(({ span_days }) => span_days)), 'day')
  const unknown = scores.length - known.length
  return unknown === 0
    ? `Nobody lost trophies in ${span}.`
    : `No loss is known in ${span}; of ${count(unknown, 'member')} nothing is known.`
}

/** The least overall score that is excellent, and worth a promotion. */
export const EXCELLENT = 80

type Judged = Pick<MemberScore, 'player_tag' | 'overall_score' | 'learning' | 'resting'>

/** The members among the five best scores, 80 or more, who still have the lowest role. */
export function promotable<S extends Judged>(
  scores: readonly S[],
  members: readonly Pick<ClubMember, 'tag' | 'role'>[],
): (S & { rank: number })[] {
  const lowest = new Set(members.filter(({ role }) => role === 'member').map(({ tag }) => tag))
  return rankScores(scores)
    .map((score, place) => ({ ...score, rank: place + 1 }))
    .slice(0, PLACES.length)
    .filter((score) => unjudged(score) === null && (score.overall_score ?? 0) >= EXCELLENT)
    .filter(({ player_tag }) => lowest.has(player_tag))
}

/** Members by overall score, the best first. Those who are not judged come last; equal ones are in order of their tags. */
export function rankScores<S extends Judged>(scores: readonly S[]): S[] {
  const key = (score: S) => (unjudged(score) ? -1 : (score.overall_score ?? -1))
  return scores.toSorted((one, other) => key(other) - key(one) || one.player_tag.localeCompare(other.player_tag))
}

/** Why a member has no scores: `Learning: 3 of 7 days` or `Resting`; null where nothing hinders them. */
export function unjudged({ learning, resting }: Pick<MemberScore, 'learning' | 'resting'>): string | null {
  return learning ? learningText(learning) : resting ? 'Resting' : null
}

/** UTC days since the last trophy change. With `atLeast` no change was ever seen, and the silence may be longer. */
export type Silence = { days: number; atLeast: boolean }
export type SilentMember = Pick<Analytics['ghosts'][number], 'tag' | 'days_silent' | 'at_least'>

/** How long a member has been silent; whom the page lists as silent has the same number of days everywhere. */
export function silenceOf(changed: string | null, ghost: SilentMember | undefined, now: number): Silence | null {
  if (ghost) return { days: ghost.days_silent, atLeast: ghost.at_least }
  return changed === null ? null : { days: daysBetween(dayOf(new Date(changed)), dayOf(new Date(now))), atLeast: false }
}

/** `1 day`, `9+ days`. */
export function daysOfSilence({ days, atLeast }: Silence): string {
  return `${days}${atLeast ? '+' : ''} ${days === 1 ? 'day' : 'days'}`
}

/** When somebody last played, in words; null where it is not known. */
export function lastGame(changed: string | null, now: number): string | null {
  const silence = silenceOf(changed, undefined, now)
  if (silence === null) return null
  if (silence.days <= 1) return silence.days === 1 ? 'played yesterday' : 'played today'
  return `last game ${daysOfSilence(silence)} ago`
}
