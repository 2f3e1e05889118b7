import { useId, useState } from 'react'
import { reasonWords } from '#shared/desk-reasons.ts'
import { roleName } from '#shared/game-names.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { keysOf } from '#shared/records.ts'
import { type PlainTextId, type TextId, t } from '#shared/texts.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { useQuery } from '#web/app/queries.ts'
import { focusSection } from '#web/router/history.ts'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Button, TEXT_BUTTON } from '#web/ui/Button.tsx'
import { Card, QuerySection } from '#web/ui/Card.tsx'
import { Emblem } from '#web/ui/Emblem.tsx'
import { EntityLink, PlayerName } from '#web/ui/EntityLink.tsx'
import { Explain } from '#web/ui/Explain.tsx'
import { LearningNotice } from '#web/ui/LearningNotice.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Text } from '#web/ui/Text.tsx'
import { DayStrip, StripLegend } from './DayStrip.tsx'
import { DeskProvider, queueQuery, useDesk } from './desk-changes.tsx'
import {
  ACTION_LABEL,
  coverage,
  type Decision,
  DONE,
  decisionWords,
  listed,
  type QuietState,
  SUGGESTED,
  SUGGESTED_TONE,
  type Suggestion,
} from './desk-words.ts'
import { Facts } from './Facts.tsx'
import { MemberSheet } from './MemberSheet.tsx'

type QueueAnswer = Answer<'GET /api/desk/{tag}/queue'>
type Entry = QueueAnswer['entries'][number]

const LIST = 'queue'

/** Entries that stand open before a tap. */
const SHOWN = 5

/** One card of each suggestion of the example's desk, as leaders see them. Who decides something opens the desk. */
export function ExampleCards({ tag }: { tag: string }) {
  const { data, isPending } = useQuery(queueQuery(tag))
  if (isPending) return <Skeleton className="h-96 rounded-lg" />
  const kinds = Map.groupBy(data?.entries ?? [], ({ suggestion }) => suggestion)
  if (!data || kinds.size === 0) return null
  const examples = [...kinds.values()]
    .flatMap((each) => each.find(({ figures }) => figures.last_days.includes('played')) ?? each.slice(0, 1))
    .toSorted((one, other) => Number(other.suggestion === 'promote') - Number(one.suggestion === 'promote'))
  return (
    <section aria-label={t('desk.queueLooks')}>
      <h2 className="mb-3 text-lg font-semibold">{t('desk.queueLooks')}</h2>
      <DeskProvider desk={{ ...data.desk, role: 'viewer' }}>
        <ul className="grid gap-3">
          {examples.map((entry, place) => (
            <EntryCard key={entry.player_tag} entry={entry} alone legend={place === 0} onMore={() => {}} />
          ))}
        </ul>
      </DeskProvider>
    </section>
  )
}

/** Who needs a decision, the most urgent first: one card each, with two buttons. */
export function Queue() {
  const { tag } = useDesk()
  return (
    <QuerySection result={useQuery(queueQuery(tag))} failure={t('desk.queueFailed')} loading={t('desk.queueLoading')}>
      {(queue) => (
        <>
          <QueueHead queue={queue} />
          {queue.learning && (
            <LearningNotice
              learning={queue.learning}
              isWordedByServer={false}
              availableOn={null}
              what={t('desk.learningWhat')}
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
    <header className="mb-5">
      <div className="flex items-center gap-2 text-xl font-extrabold">
        <p>{t('desk.waiting', { waiting: entries.length, members })}</p>
        <Explain label={t('desk.theQueue')}>
          <p>{t('desk.queueHelp')}</p>
          <p>{t('desk.queueHelpDays')}</p>
        </Explain>
      </div>
      <p className="text-sm text-mut">
        {[t('desk.seats', { seats: free_seats }), quietWords(quiet)].filter((part) => part !== '').join(' · ')}
        {' · '}
        <Text id="desk.asOf" values={{ time: <RelativeTime within time={last_updated} /> }} />
      </p>
    </header>
  )
}

const QUIET = {
  fine: 'desk.countFine',
  absent: 'desk.countAway',
  safe: 'desk.countSafe',
  newcomer: 'desk.countNew',
  unknown: 'desk.countUnknown',
} as const satisfies Record<QuietState, TextId>

/** `18 fine, 3 away`. */
function quietWords(quiet: QueueAnswer['quiet']): string {
  const states = keysOf(QUIET).filter((state) => quiet[state] > 0)
  return listed(states.map((state) => t(QUIET[state], { members: quiet[state] })))
}

function Entries({ queue: { entries, learning } }: { queue: QueueAnswer }) {
  const [unfolded, unfold] = useState<readonly PlainTextId[]>([])
  const [opened, open] = useState<string | null>(null)
  const entry = entries.find(({ player_tag }) => player_tag === opened)
  const groups = groupsOf(entries)
  const first = firstOf(groups)
  if (entries.length === 0) {
    return learning ? null : <EmptyState title={t('desk.allDone')} hint={t('desk.allDoneHelp')} />
  }
  return (
    <>
      <section id={LIST} tabIndex={-1} aria-label={t('desk.queue')} className="grid grid-cols-1 gap-6 outline-none">
        {groups.map((group) => (
          <GroupOfEntries
            key={group.title}
            group={group}
            shown={group.entries.filter((each) => first.has(each) || unfolded.includes(group.title))}
            isFirst={group === groups[0]}
            onUnfold={() => unfold([...unfolded, group.title])}
            onMore={open}
          />
        ))}
      </section>
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

type Group = { title: PlainTextId; of: Suggestion; entries: Entry[] }

const TWICE: PlainTextId = 'desk.removeTwice'
const TITLES: readonly PlainTextId[] = Object.values(SUGGESTED).flatMap((title) =>
  title === SUGGESTED.remove ? [title, TWICE] : [title],
)

/** The entries by what is suggested; who is not removed lightly stands apart from the easy cases. */
function groupsOf(entries: readonly Entry[]): Group[] {
  const groups = Map.groupBy(entries, (entry) => (entry.think_twice ? TWICE : SUGGESTED[entry.suggestion]))
  return TITLES.flatMap((title) => {
    const [first, ...others] = groups.get(title) ?? []
    return first ? [{ title, of: first.suggestion, entries: [first, ...others] }] : []
  })
}

/** The cards that stand open before a tap: the first of each group, then the second ones. */
function firstOf(groups: readonly Group[]): Set<Entry> {
  const rounds = Array.from({ length: SHOWN }, (_, round) => groups.flatMap(({ entries }) => entries[round] ?? []))
  return new Set(rounds.flat().slice(0, SHOWN))
}

/** The depth of a group: who rises is on the surface. */
const DEPTH = { blacklisted: null, remove: 'silent', warn: 'quiet', below_bar: null, promote: 'form' } as const

type GroupProps = {
  group: Group
  /** Those whose cards stand open. */
  shown: readonly Entry[]
  isFirst: boolean
  onUnfold: () => void
  onMore: (tag: string) => void
}

/** What is suggested about several members: how many they are, their cards, and who else waits. */
function GroupOfEntries({ group: { title, of, entries }, shown, isFirst, onUnfold, onMore }: GroupProps) {
  const heading = useId()
  const depth = DEPTH[of]
  const others = entries.filter((entry) => !shown.includes(entry))
  const showOthers = () => {
    onUnfold()
    // The button goes.
    focusSection(document.getElementById(heading))
  }
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={`flex items-center gap-2 text-xl font-extrabold ${SUGGESTED_TONE[of]}`}>
        {depth && <Emblem of={depth} className="size-8" />}
        {t(title)}
        <span className="rounded-full bg-raise px-2.5 text-base text-ink">{entries.length}</span>
      </h2>
      {title === TWICE && <p className="text-sm text-mut">{t('desk.removeTwiceWhy')}</p>}
      <ul className="mt-2 grid grid-cols-1 gap-3 empty:hidden">
        {shown.map((entry, place) => (
          <EntryCard
            key={entry.player_tag}
            entry={entry}
            legend={isFirst && place === 0}
            onMore={() => onMore(entry.player_tag)}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <Button variant="outline" className="mt-3 w-full" onClick={showOthers}>
          <span className="flex w-full min-w-0 items-baseline justify-between gap-3">
            <span className="truncate text-sm font-normal text-mut">
              {others.map(({ player_tag, player_name }, place) => (
                <span key={player_tag}>
                  {place > 0 && ' · '}
                  <PlayerName name={nameOrTag(player_name, player_tag)} />
                </span>
              ))}
            </span>{' '}
            <span className="shrink-0">{t('desk.more', { count: others.length })}</span>
          </span>
        </Button>
      )}
    </section>
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

/** Days for which a leader who keeps somebody below the bar is not asked again. */
const KEPT_DAYS = 30

/** `legend`: the first card says what the shapes of the strips mean. `alone`: no heading says what is suggested. */
type CardProps = { entry: Entry; legend: boolean; alone?: boolean; onMore: () => void }

/** One member with what is suggested. */
function EntryCard({ entry, legend, alone = false, onMore }: CardProps) {
  const { tag, mayWrite, authorOf, change } = useDesk()
  const { player_tag, player_name, role, trophies, suggestion, facts, figures, decision, version } = entry
  const [busy, setBusy] = useState(false)
  const name = nameOrTag(player_name, player_tag)
  const action = USUAL[suggestion]
  const decide = async () => {
    setBusy(true)
    const stored = await change({
      said: action === 'snoozed' ? t('desk.saidKept', { name }) : t(DONE[action], { name }),
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
    <li
      className={`rounded-lg border border-edge border-s-4 bg-card p-3.5 sm:flex sm:items-center sm:gap-4 ${EDGE[suggestion]}`}
      aria-label={name}
    >
      <div className="min-w-0 flex-1 gap-x-4 sm:flex">
        <div className="flex items-start gap-3 sm:w-60 sm:shrink-0">
          <Monogram seed={player_tag} name={name} className="size-11 rounded-md" />
          <div className="min-w-0 flex-1">
            <div className="flex items-baseline justify-between gap-3">
              <h3 className="min-w-0 text-lg font-semibold">
                <EntityLink to="/player/$tag" tag={player_tag} name={player_name} clipped />
              </h3>
              {alone && (
                <p className={`shrink-0 font-semibold ${SUGGESTED_TONE[suggestion]}`}>{t(SUGGESTED[suggestion])}</p>
              )}
            </div>
            <p className="text-sm text-mut">
              {[
                ...(role === 'member' ? [] : [roleName(role)]),
                t('desk.trophies', { trophies }),
                ...(figures.known_days_30d < COVERED_DAYS ? [coverage(figures.known_days_30d)] : []),
              ].join(' · ')}
            </p>
          </div>
        </div>
        <div className="min-w-0 flex-1">
          <DayStrip days={figures.last_days} />
          {legend && <StripLegend />}
          <Reasons facts={facts} />
          {decision && (
            <p className="mt-1.5 text-sm text-mut">
              {t('desk.before', { decision: decisionWords({ ...decision, by: authorOf(decision.by) }) })}
            </p>
          )}
        </div>
      </div>
      {mayWrite && (
        <div className="mt-3 grid grid-cols-2 gap-2 sm:mt-0 sm:block sm:w-40 sm:shrink-0">
          <Button className="w-full px-2!" busy={busy} onClick={decide}>
            {t(ACTION_LABEL[action])}
          </Button>
          <button
            type="button"
            className={`${TEXT_BUTTON} w-full justify-center`}
            aria-haspopup="dialog"
            onClick={onMore}
          >
            {t('desk.somethingElse')}
          </button>
        </div>
      )}
    </li>
  )
}

/** Why this is suggested, the weightiest reason first. */
function Reasons({ facts }: Pick<Entry, 'facts'>) {
  return (
    <p className="mt-2 text-mut">
      <Facts facts={facts.map((fact) => reasonWords(fact))} first="font-semibold text-ink" />
    </p>
  )
}

/** Entries that rest after a decision, and those that the club's list closed by itself. */
function Settled({ settled }: { settled: QueueAnswer['settled'] }) {
  const { authorOf } = useDesk()
  if (settled.length === 0) return null
  return (
    <div className="mt-5">
      <Card title={t('desk.doneLately')}>
        <ul className="divide-y divide-edge">
          {settled.map(({ player_tag, player_name, decision, resting }) => (
            <li key={player_tag} className="py-2">
              <EntityLink to="/player/$tag" tag={player_tag} name={player_name} className="font-semibold" />
              <p className="text-sm text-mut">
                {decisionWords({ ...decision, by: authorOf(decision.by) })}
                {resting && decision.closed === null && decision.action !== 'snoozed' && ` · ${t('desk.waitsForGame')}`}
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
