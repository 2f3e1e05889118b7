import { useQuery } from '@tanstack/react-query'
import { Ghost, Sprout, Swords, TrendingDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { DAY_MS, type Timeframe } from '#shared/days.ts'
import { count, signed } from '#shared/number-format.ts'
import type { Answer } from '#web/app/api-client.ts'
import { clubAnalyticsQuery, clubQuery, memberScoresQuery } from '#web/app/entity-queries.ts'
import { AnalyticsCard } from '#web/ui/Card.tsx'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { daysOfSilence } from './MemberTable.tsx'

/** The members whom a leader should look at: silent ones, those who lost trophies or play without any, new ones. */
export function NeedsAttention({ tag, days }: { tag: string; days: Timeframe }) {
  const analytics = useQuery(clubAnalyticsQuery(tag))
  const club = useQuery(clubQuery(tag))
  const scores = useQuery(memberScoresQuery(tag, days))
  return (
    <AnalyticsCard
      title="Needs attention"
      id="attention"
      action={<ScoreExplain of="ghost_members" />}
      result={analytics}
      failure="Unable to load club analytics"
      loading="Loading who needs attention"
    >
      {({ ghosts, plays_no_trophies: players, member_performance_summary }) => (
        <div
          className={`grid gap-x-6 gap-y-5 md:grid-cols-2 ${players.length > 0 ? 'xl:grid-cols-4' : 'lg:grid-cols-3'}`}
        >
          <Ghosts ghosts={ghosts} known={member_performance_summary.ghost_members !== null} />
          {players.length > 0 && (
            <AttentionGroup
              title="Play, no trophies"
              icon={<Swords aria-hidden="true" className="size-5 text-mut" />}
              people={players.map(({ tag: member, name, last_battle_at }) =>
                person(member, name, <RelativeTime time={last_battle_at} />),
              )}
            />
          )}
          <AttentionGroup
            title="Lost trophies"
            icon={<TrendingDown aria-hidden="true" className="size-5 text-warn" />}
            nobody={nobodyLost(scores.data?.member_scores ?? [])}
            people={losingMembers(scores.data?.member_scores ?? []).map(
              ({ player_tag, player_name, gain, span_days }) =>
                person(player_tag, player_name, `${signed(gain)} in ${span_days} d`),
            )}
          />
          <AttentionGroup
            title="New here"
            icon={<Sprout aria-hidden="true" className="size-5 text-good" />}
            nobody={club.data ? 'Nobody joined in the last 7 days.' : 'Not known yet.'}
            people={newMembers(club.data?.members ?? [], Date.now()).map(({ tag: member, name, joined_at }) =>
              person(member, name, <RelativeTime time={joined_at} />),
            )}
          />
        </div>
      )}
    </AnalyticsCard>
  )
}

const person = (tag: string, name: string, note: ReactNode) => ({ tag, name, note })

type Analytics = Answer<'GET /api/browse/club/{tag}/analytics'>

function Ghosts({ ghosts, known }: Pick<Analytics, 'ghosts'> & { known: boolean }) {
  const silent = ghosts.toSorted((one, other) => other.days_silent - one.days_silent)
  return (
    <AttentionGroup
      title="Silent"
      icon={<Ghost aria-hidden="true" className="size-5 text-bad" />}
      nobody={known ? 'Nobody is silent for 7 days.' : 'Not known yet.'}
      people={silent.map(({ tag, name, days_silent, at_least }) =>
        person(tag, name, `${daysOfSilence({ days: days_silent, atLeast: at_least })} silent`),
      )}
    />
  )
}

type Person = { tag: string; name: string; note: ReactNode }
type AttentionGroupProps = { title: string; icon: ReactNode; people: readonly Person[]; nobody?: string }

const SHOWN = 6

/** One group of members. A long list shows its first members, and all on demand. */
function AttentionGroup({ title, icon, people, nobody }: AttentionGroupProps) {
  const heading = useId()
  const [all, setAll] = useState(false)
  const more = people.length - SHOWN
  return (
    <section aria-labelledby={heading} className="min-w-0">
      <h3 id={heading} className="mb-1.5 flex items-center gap-2 font-semibold">
        {icon}
        {title}
        <span className="text-mut">{people.length > 0 && people.length}</span>
      </h3>
      {people.length === 0 && <p className="text-mut">{nobody}</p>}
      <ul>
        {(all ? people : people.slice(0, SHOWN)).map(({ tag, name, note }) => (
          <li key={tag} className="flex items-baseline justify-between gap-3 border-t border-edge py-1.5">
            <EntityLink to="/player/$tag" tag={tag} name={name} className="min-w-0" clipped />
            <span className="shrink-0 text-sm text-mut">{note}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button type="button" aria-expanded={all} onClick={() => setAll(!all)} className="link mt-1 min-h-6 text-sm">
          {all ? 'Show fewer' : `Show ${more} more`}
        </button>
      )}
    </section>
  )
}

type Member = Pick<Answer<'GET /api/browse/club/{tag}'>['members'][number], 'tag' | 'name' | 'joined_at'>
type MemberScore = Answer<'GET /api/analytics/club/{tag}/member-scores'>['member_scores'][number]
type Score = Pick<MemberScore, 'player_tag' | 'player_name' | 'gain' | 'span_days'>

const WEEK_MS = 7 * DAY_MS

/** Members who joined within the last 7 days, the newest first. Members of the first observation have no such date. */
export function newMembers<M extends Member>(members: readonly M[], now: number): (M & { joined_at: string })[] {
  return members
    .filter((member): member is M & { joined_at: string } => member.joined_at !== null)
    .filter(({ joined_at }) => now - Date.parse(joined_at) < WEEK_MS)
    .toSorted((one, other) => other.joined_at.localeCompare(one.joined_at))
}

/** Every member who has fewer trophies than before the window, resets taken out; the largest loss first. */
export function losingMembers<S extends Pick<Score, 'gain'>>(scores: readonly S[]): (S & { gain: number })[] {
  return scores
    .filter((score): score is S & { gain: number } => score.gain !== null && score.gain < 0)
    .toSorted((one, other) => one.gain - other.gain)
}

/** What is said where no loss is known: that nobody lost trophies only if that is known of all. */
export function nobodyLost(scores: readonly Pick<Score, 'gain' | 'span_days'>[]): string {
  const known = scores.filter(({ gain }) => gain !== null)
  if (known.length === 0) return 'Not known yet.'
  const span = count(Math.max(...known.map(({ span_days }) => span_days)), 'day')
  const unknown = scores.length - known.length
  return unknown === 0
    ? `Nobody lost trophies in ${span}.`
    : `No loss is known in ${span}; of ${count(unknown, 'member')} nothing is known.`
}
