import { useState } from 'react'
import { roleName } from '#shared/game-names.ts'
import { count, formatThousands } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { useQuery } from '#web/app/queries.ts'
import { EntityLink } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, QuerySection } from '#web/ui/Card.tsx'
import { Explain } from '#web/ui/Explain.tsx'
import { EmptyState, LearningNotice } from '#web/ui/Notice.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { queueQuery, useDesk } from './desk-changes.tsx'
import {
  coverage,
  type Decision,
  DONE,
  decisionWords,
  QUIET,
  type QuietState,
  SUGGESTED,
  SUGGESTED_TONE,
  type Suggestion,
} from './desk-words.ts'
import { MemberSheet } from './MemberSheet.tsx'

type QueueAnswer = Answer<'GET /api/desk/{tag}/queue'>
type Entry = QueueAnswer['entries'][number]

const LIST = 'queue'

/** Entries that stand open before a tap. */
const SHOWN = 5

/** Who needs a decision, the most urgent first: one card each, with two buttons. */
export function Queue() {
  const { tag } = useDesk()
  return (
    <QuerySection result={useQuery(queueQuery(tag))} failure="Failed to fetch the queue" loading="Loading the queue">
      {(queue) => (
        <>
          <QueueHead queue={queue} />
          {queue.learning && (
            <LearningNotice
              learning={queue.learning}
              reason={null}
              availableOn={null}
              what="suggestions with their reasons"
            />
          )}
          <Entries queue={queue} />
          <Settled settled={queue.settled} />
        </>
      )}
    </QuerySection>
  )
}

function QueueHead({ queue }: { queue: QueueAnswer }) {
  const { entries, members, free_seats, quiet, last_updated } = queue
  return (
    <header className="mb-3">
      <div className="flex items-center gap-2 font-semibold">
        <p>
          {entries.length === 0
            ? 'Nobody waits for a decision'
            : `${entries.length} of ${count(members, 'member')} ${entries.length === 1 ? 'waits' : 'wait'} for a decision`}
        </p>
        <Explain label="The queue">
          <p>
            The first rule that fits a member counts: blacklisted, away, safe, new here, silent, below the bar,
            promotion.
          </p>
          <p>Days on which nobody looked are not silent days. Change the rules under Rules.</p>
        </Explain>
      </div>
      <p className="text-sm text-mut">
        {[`${count(free_seats, 'free seat')}`, quietWords(quiet)].filter((part) => part !== '').join(' · ')} · as of{' '}
        <RelativeTime within time={last_updated} />
      </p>
      {entries.length > 0 && <StripLegend />}
    </header>
  )
}

/** `18 fine, 3 away`. */
function quietWords(quiet: QueueAnswer['quiet']): string {
  return (Object.keys(QUIET) as QuietState[])
    .filter((state) => quiet[state] > 0)
    .map((state) => `${quiet[state]} ${QUIET[state]}`)
    .join(', ')
}

function Entries({ queue: { entries, learning } }: { queue: QueueAnswer }) {
  const [all, setAll] = useState(false)
  const [opened, open] = useState<string | null>(null)
  const entry = entries.find(({ player_tag }) => player_tag === opened)
  const shown = all ? entries : entries.slice(0, SHOWN)
  if (entries.length === 0) {
    return learning ? null : (
      <EmptyState title="All done" hint="Who falls silent, earns a promotion or breaks a rule stands here." />
    )
  }
  return (
    <>
      <ul id={LIST} tabIndex={-1} aria-label="Queue" className="grid gap-3 outline-none">
        {shown.map((each, place) => (
          <EntryCard key={each.player_tag} entry={each} first={place === 0} onMore={() => open(each.player_tag)} />
        ))}
      </ul>
      {shown.length < entries.length && (
        <Button variant="outline" className="mt-3 w-full" onClick={() => setAll(true)}>
          {entries.length - shown.length} more
        </Button>
      )}
      {entry && (
        <MemberSheet
          player={{ tag: entry.player_tag, name: entry.player_name }}
          entry={entry}
          onClose={() => open(null)}
        />
      )}
    </>
  )
}

/** What a leader does most often about a suggestion; below the bar is no reason to act. */
const USUAL: Record<Suggestion, Decision['action']> = {
  blacklisted: 'removed',
  remove: 'removed',
  warn: 'warned',
  below_bar: 'snoozed',
  promote: 'promoted',
}
const USUAL_LABEL = {
  removed: 'I removed them',
  warned: 'I warned them',
  promoted: 'I promoted them',
  snoozed: 'Keep for now',
} as const

/** The edge of a card in the colour of its suggestion. */
const EDGE: Record<Suggestion, string> = {
  blacklisted: 'border-s-bad',
  remove: 'border-s-bad',
  warn: 'border-s-warn',
  below_bar: 'border-s-line',
  promote: 'border-s-good',
}

/** Days over which the coverage is told where some are missing. */
const COVERED_DAYS = 30

/** So long somebody below the bar is kept without a question. */
const KEPT_DAYS = 30

type CardProps = { entry: Entry; first: boolean; onMore: () => void }

/** One member with what is suggested. The first one's button is the loudest. */
function EntryCard({ entry, first, onMore }: CardProps) {
  const { tag, mayWrite, change } = useDesk()
  const { player_tag, player_name, role, trophies, suggestion, reasons, figures, decision, version } = entry
  const [busy, setBusy] = useState(false)
  const name = nameOrTag(player_name, player_tag)
  const action = USUAL[suggestion]
  const decide = async () => {
    setBusy(true)
    const stored = await change({
      said: `${name}: ${action === 'snoozed' ? 'kept for now' : DONE[action]}`,
      send: (newer = version) =>
        call('POST /api/desk/{tag}/queue/{player}', {
          params: { tag, player: player_tag },
          body: { action, version: newer, ...(action === 'snoozed' && { days: KEPT_DAYS }) },
        }),
    })
    setBusy(false)
    // The card with the focus is gone. The keyboard goes on at the next one.
    if (stored) document.getElementById(LIST)?.focus({ preventScroll: true })
  }
  return (
    <li className={`rounded-lg border border-edge border-s-4 bg-card p-3.5 ${EDGE[suggestion]}`} aria-label={name}>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="min-w-0 text-lg font-semibold">
          <EntityLink to="/player/$tag" tag={player_tag} name={player_name} clipped />
        </h2>
        <p className={`shrink-0 font-semibold ${SUGGESTED_TONE[suggestion]}`}>{SUGGESTED[suggestion]}</p>
      </div>
      <p className="text-sm text-mut">
        {[
          ...(role === 'member' ? [] : [roleName(role)]),
          `${formatThousands(trophies)} trophies`,
          ...(figures.known_days_30d < COVERED_DAYS ? [coverage(figures.known_days_30d)] : []),
        ].join(' · ')}
      </p>
      <DayStrip days={figures.last_days} />
      <p className="mt-2">
        {reasons.map((reason, place) => (
          <span key={reason} className={place === 0 ? 'font-semibold' : 'text-mut'}>
            {place > 0 && ' · '}
            {reason}
          </span>
        ))}
      </p>
      {decision && <p className="mt-1.5 text-sm text-mut">Before: {decisionWords(decision)}</p>}
      {mayWrite && (
        <div className="mt-3 grid grid-cols-2 gap-2">
          <Button variant={first ? 'primary' : 'quiet'} className="px-2!" busy={busy} onClick={decide}>
            {USUAL_LABEL[action]}
          </Button>
          <Button variant="outline" className="px-2!" aria-haspopup="dialog" onClick={onMore}>
            Something else
          </Button>
        </div>
      )}
    </li>
  )
}

type Days = Entry['figures']['last_days']
type DayState = Days[number]

/** A day by its shape, so that colour is not needed: play rises, silence lies low, what nobody saw is an outline. */
const DAY_LOOK: Record<DayState, string> = {
  played: 'h-full bg-acc',
  silent: 'h-1.5 bg-mut',
  unknown: 'h-full border border-dashed border-line',
}
const DAY_WORDS: Record<DayState, string> = { played: 'played', silent: 'silent', unknown: 'not known' }
const STATES = Object.keys(DAY_WORDS) as DayState[]

/** The last 14 days of a member, the newest at the end. */
function DayStrip({ days }: { days: Days }) {
  const dated = days.map((day, place) => ({ day, ago: days.length - place }))
  const words = STATES.map((state) => `${DAY_WORDS[state]} on ${days.filter((day) => day === state).length}`)
  return (
    <>
      <p className="sr-only">
        Last {count(days.length, 'day')}: {words.join(', ')}.
      </p>
      <div aria-hidden="true" className="on-paper mt-2.5 flex h-5 items-end gap-1">
        {dated.map(({ day, ago }) => (
          <span key={ago} className={`flex-1 rounded-[3px] ${DAY_LOOK[day]}`} />
        ))}
      </div>
    </>
  )
}

/** What the shapes of the strips mean. */
function StripLegend() {
  return (
    <p aria-hidden="true" className="mt-1.5 flex flex-wrap items-center gap-x-3.5 text-sm text-mut">
      Last 14 days:
      {STATES.map((state) => (
        <span key={state} className="flex items-center gap-1.5">
          <span className="flex h-4 w-3.5 items-end">
            <span className={`w-full rounded-[3px] ${DAY_LOOK[state]}`} />
          </span>
          {DAY_WORDS[state]}
        </span>
      ))}
    </p>
  )
}

/** Entries that rest after a decision, and those that the club's list closed by itself. */
function Settled({ settled }: { settled: QueueAnswer['settled'] }) {
  if (settled.length === 0) return null
  return (
    <div className="mt-5">
      <Card title="Done lately">
        <ul className="divide-y divide-edge">
          {settled.map(({ player_tag, player_name, decision, resting }) => (
            <li key={player_tag} className="py-2">
              <EntityLink to="/player/$tag" tag={player_tag} name={player_name} className="font-semibold" />
              <p className="text-sm text-mut">
                {decisionWords(decision)}
                {resting &&
                  decision.closed === null &&
                  decision.action !== 'snoozed' &&
                  ' · waits for the game to show it'}
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
