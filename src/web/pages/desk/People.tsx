import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { roleName, roleRank } from '#shared/game-names.ts'
import { daysText, formatThousands } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import type { Answer } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { EntityLink, PlayerName } from '#web/ui/Avatar.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { Select } from '#web/ui/ChoiceChips.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { EmptyState } from '#web/ui/Notice.tsx'
import { useDesk } from './desk-changes.tsx'
import { coverage, gainWords, QUIET, SUGGESTED, SUGGESTED_TONE, silenceWords } from './desk-words.ts'
import { MarkList, MemberSheet } from './MemberSheet.tsx'
import { Pages } from './Records.tsx'

type Member = Answer<'GET /api/desk/{tag}/members'>['members'][number]

const ORDERS = [
  ['role', 'Role'],
  ['silent', 'Longest silent'],
  ['gain', 'Smallest gain'],
  ['name', 'Name'],
] as const
type Order = (typeof ORDERS)[number][0]

/** All members with what the rules say of each. A tap opens what is noted, and adds to it. */
export function Members() {
  const { tag } = useDesk()
  const [order, setOrder] = useState<Order>('role')
  const [opened, open] = useState<string | null>(null)
  const members = useQuery(query('GET /api/desk/{tag}/members', { params: { tag } }, 'moments'))
  const shown = members.data?.members.find(({ player_tag }) => player_tag === opened)
  return (
    <>
      <Select label="Sort by" value={order} choices={ORDERS} onChange={setOrder} className="mb-3 max-w-xs" />
      <QuerySection result={members} failure="Failed to fetch the members" loading="Loading the members">
        {({ members: all }) => (
          <ul className="divide-y divide-edge rounded-lg border border-edge bg-card">
            {sorted(all, order).map((member) => (
              <MemberRow key={member.player_tag} member={member} onOpen={() => open(member.player_tag)} />
            ))}
          </ul>
        )}
      </QuerySection>
      {shown && <MemberSheet player={{ tag: shown.player_tag, name: shown.player_name }} onClose={() => open(null)} />}
    </>
  )
}

/** Members in an order of the leader's choice. What is not known comes last. */
export function sorted(members: readonly Member[], order: Order): Member[] {
  const key: Record<Order, (member: Member) => number> = {
    role: ({ role }) => roleRank(role),
    silent: ({ figures }) => -(figures.days_silent ?? -1),
    gain: ({ figures }) => figures.gain_30d ?? Number.POSITIVE_INFINITY,
    name: () => 0,
  }
  const of = key[order]
  return members.toSorted((one, other) => of(one) - of(other) || one.player_name.localeCompare(other.player_name))
}

/** Days over which a member is judged. */
const DAYS = 30

/** From so many days without a game on a member is called silent. */
const SILENT_DAYS = 7

function MemberRow({ member, onOpen }: { member: Member; onOpen: () => void }) {
  const { player_tag, player_name, role, trophies, suggestion, figures, marks } = member
  const facts = [
    `${formatThousands(trophies)} trophies`,
    figures.gain_30d === null ? null : `${gainWords(figures.gain_30d)} in ${DAYS} d`,
    (figures.days_silent ?? 0) < SILENT_DAYS ? null : silenceWords(figures.days_silent, figures.silent_at_least),
    figures.known_days_30d < DAYS ? coverage(figures.known_days_30d) : null,
    marks === 0 ? null : marks === 1 ? '1 mark' : `${marks} marks`,
  ]
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="flex w-full items-center gap-3 px-3.5 py-2.5 text-left hover:bg-raise"
      >
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 truncate">
              <PlayerName name={nameOrTag(player_name, player_tag)} className="font-semibold" />
              {role !== 'member' && <span className="ms-2 text-sm text-mut">{roleName(role)}</span>}
            </span>
            <span className={`shrink-0 text-sm ${suggestion ? SUGGESTED_TONE[suggestion] : 'text-mut'}`}>
              {suggestion ? SUGGESTED[suggestion] : quietText(member)}
            </span>
          </span>
          <span className="block text-sm text-mut">{facts.filter((fact) => fact !== null).join(' · ')}</span>
        </span>
        <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-mut" />
      </button>
    </li>
  )
}

/** Why nothing is suggested: `away until Dec 3, 2026`. */
function quietText({ quiet, absent_until, safe_until }: Member): string {
  const until = quiet === 'absent' ? absent_until : quiet === 'safe' ? safe_until : null
  const state = quiet === null || quiet === 'fine' ? '' : QUIET[quiet]
  return until === null ? state : `${state} until ${shortDay(until)}`
}

type Former = Answer<'GET /api/desk/{tag}/former'>['former'][number]

/** Who left, when and why, and what the leaders had noted of them. */
export function FormerMembers() {
  const { tag } = useDesk()
  const [opened, open] = useState<Former | null>(null)
  return (
    <>
      <Pages
        read={(before) =>
          query('GET /api/desk/{tag}/former', { params: { tag }, query: { ...(before && { before }) } }, 'moments')
        }
        failure="Failed to fetch the former members"
        loading="Loading the former members"
        empty={
          <EmptyState
            title="Nobody has left since tracking began"
            hint="Who leaves stands here, with the time in the club and your notes. Notes stay when somebody comes back."
          />
        }
        items={({ former }) => former}
      >
        {(each) => <FormerRow key={`${each.player_tag} ${each.left_at}`} former={each} onOpen={() => open(each)} />}
      </Pages>
      {opened && (
        <MemberSheet player={{ tag: opened.player_tag, name: opened.player_name }} onClose={() => open(null)} />
      )}
    </>
  )
}

function FormerRow({ former, onOpen }: { former: Former; onOpen: () => void }) {
  const { player_tag, player_name, role, trophies, left_at, tenure_days, tenure_at_least, why, marks } = former
  return (
    <li className="py-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <EntityLink to="/player/$tag" tag={player_tag} name={player_name} className="font-semibold" />
          <p className="text-sm text-mut">
            {why === 'removed' ? 'Removed' : 'Left'} on {shortDay(left_at)} after{' '}
            {daysText(tenure_days, tenure_at_least)} · {roleName(role)} · {formatThousands(trophies)} trophies
          </p>
        </div>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onOpen}
          className="min-h-11 shrink-0 rounded-md px-3 text-sm font-semibold text-acc hover:bg-raise"
        >
          Notes<span className="sr-only"> on {nameOrTag(player_name, player_tag)}</span>
        </button>
      </div>
      <MarkList marks={marks} />
    </li>
  )
}
