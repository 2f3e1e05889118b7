import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { roleName, roleRank } from '#shared/game-names.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { type PlainTextId, pageLanguage, type TextId, t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Monogram } from '#web/ui/Avatar.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { EntityLink, PlayerName } from '#web/ui/EntityLink.tsx'
import { Select } from '#web/ui/fields.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { Text } from '#web/ui/Text.tsx'
import { useDesk } from './desk-changes.tsx'
import { coverage, gainWords, type QuietState, SUGGESTED, SUGGESTED_TONE, silenceWords } from './desk-words.ts'
import { Facts } from './Facts.tsx'
import { MarkList, MemberSheet } from './MemberSheet.tsx'
import { Pages } from './Records.tsx'

type Member = Answer<'GET /api/desk/{tag}/members'>['members'][number]

const ORDERS = [
  ['role', 'desk.byRole'],
  ['silent', 'desk.bySilence'],
  ['gain', 'desk.byGain'],
  ['name', 'desk.byName'],
] as const satisfies readonly (readonly [order: string, label: PlainTextId])[]
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
      <Select
        label={t('ui.sortBy')}
        value={order}
        choices={ORDERS.map(([each, label]) => [each, t(label)] as const)}
        onChange={setOrder}
        className="mb-3 max-w-xs"
      />
      <QuerySection result={members} failure={t('desk.membersFailed')} loading={t('club.membersLoading')}>
        {({ members: all }) => (
          <ul className="divide-y divide-edge rounded-lg border border-edge bg-card">
            {sortMembers(all, order).map((member) => (
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
export function sortMembers(members: readonly Member[], order: Order): Member[] {
  const key: Record<Order, (member: Member) => number> = {
    role: ({ role }) => roleRank(role),
    silent: ({ figures }) => -(figures.days_silent ?? -1),
    gain: ({ figures }) => figures.gain_30d ?? Number.POSITIVE_INFINITY,
    name: () => 0,
  }
  const of = key[order]
  return members.toSorted(
    (one, other) => of(one) - of(other) || one.player_name.localeCompare(other.player_name, pageLanguage()),
  )
}

/** Days over which a member is judged. */
const DAYS = 30

/** Days without a game from which on a member is called silent. */
const SILENT_DAYS = 7

function MemberRow({ member, onOpen }: { member: Member; onOpen: () => void }) {
  const { player_tag, player_name, role, trophies, suggestion, figures, marks } = member
  const facts = [
    t('desk.trophies', { trophies }),
    figures.gain_30d === null ? null : t('desk.gain', { gain: gainWords(figures.gain_30d) }),
    (figures.days_silent ?? 0) < SILENT_DAYS ? null : silenceWords(figures.days_silent, figures.silent_at_least),
    figures.known_days_30d < DAYS ? coverage(figures.known_days_30d) : null,
    marks === 0 ? null : t('desk.marks', { marks }),
  ]
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="flex w-full items-center gap-3 px-3.5 py-2.5 text-start hover:bg-raise"
      >
        <Monogram seed={player_tag} name={nameOrTag(player_name, player_tag)} className="size-9 shrink-0 rounded-sm" />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 truncate">
              <PlayerName name={nameOrTag(player_name, player_tag)} className="font-semibold" />
              {role !== 'member' && <span className="ms-2 text-sm text-mut">{roleName(role)}</span>}
            </span>
            <span className={`shrink-0 text-sm ${suggestion ? SUGGESTED_TONE[suggestion] : 'text-mut'}`}>
              {suggestion ? t(SUGGESTED[suggestion]) : quietText(member)}
            </span>
          </span>
          <span className="block text-sm text-mut">
            <Facts facts={facts.filter((fact) => fact !== null)} />
          </span>
        </span>
        <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-mut" />
      </button>
    </li>
  )
}

/** Why nothing is suggested: `away until Dec 3, 2026`. */
function quietText({ quiet, absent_until, safe_until }: Member): string {
  if (quiet === 'absent' && absent_until !== null) return t('desk.awayUntil', { day: shortDay(absent_until) })
  if (quiet === 'safe' && safe_until !== null) return t('desk.safeUntil', { day: shortDay(safe_until) })
  return quiet === null || quiet === 'fine' ? '' : t(QUIET[quiet])
}

const QUIET = {
  absent: 'desk.away',
  safe: 'desk.safe',
  newcomer: 'desk.newHere',
  unknown: 'desk.notKnown',
} as const satisfies Record<Exclude<QuietState, 'fine'>, PlainTextId>

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
        failure={t('desk.formerFailed')}
        loading={t('desk.formerLoading')}
        empty={<EmptyState title={t('desk.nobodyLeft')} hint={t('desk.nobodyLeftHelp')} />}
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

const LEFT = {
  removed: ['desk.removedAfter', 'desk.removedAfterLeast'],
  left: ['desk.leftAfter', 'desk.leftAfterLeast'],
} as const satisfies Record<string, readonly [days: TextId, atLeast: TextId]>

function FormerRow({ former, onOpen }: { former: Former; onOpen: () => void }) {
  const { player_tag, player_name, role, trophies, left_at, tenure_days, tenure_at_least, why, marks } = former
  const left = LEFT[why === 'removed' ? 'removed' : 'left'][tenure_at_least ? 1 : 0]
  return (
    <li className="py-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <EntityLink to="/player/$tag" tag={player_tag} name={player_name} className="font-semibold" />
          <p className="text-sm text-mut">
            {t(left, { day: shortDay(left_at), days: tenure_days })} · {roleName(role)} ·{' '}
            {t('desk.trophies', { trophies })}
          </p>
        </div>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onOpen}
          className="min-h-11 shrink-0 rounded-md px-3 text-sm font-semibold text-acc hover:bg-raise"
        >
          <Text
            id="desk.notesOn"
            values={{
              rest: (words) => <span className="sr-only">{words}</span>,
              name: <bdi>{nameOrTag(player_name, player_tag)}</bdi>,
            }}
          />
        </button>
      </div>
      <MarkList marks={marks} />
    </li>
  )
}
