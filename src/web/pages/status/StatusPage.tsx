import type { ReactNode } from 'react'
import { DAY_MS } from '#shared/days.ts'
import { formatThousands, percent } from '#shared/number-format.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { pageLog } from '#web/app/client-log.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { Button, buttonStyle } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoneDolphin } from '#web/ui/Dolphin.tsx'
import { dayLabel, duration } from '#web/ui/date-words.ts'
import { LivePage } from '#web/ui/LivePage.tsx'
import { ErrorState, Notice } from '#web/ui/Notice.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { KnownNumber } from '#web/ui/StatGrid.tsx'
import { Text } from '#web/ui/Text.tsx'

const CHECK_EVERY_MS = 30_000

/** How current the data is, and what is wrong if it is not. */
export function StatusPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...query('GET /api/status', undefined, 'moments'),
    refetchInterval: CHECK_EVERY_MS,
  })
  const again = () => void refetch()
  return (
    <LivePage
      title={t('status.title')}
      lead={t('status.lead')}
      updatedAt={data ? Date.parse(data.checked_at) : 0}
      refreshing={isFetching && !isPending}
      failure={data && error ? error.message : null}
      onRefresh={data ? again : null}
    >
      {isPending && <SkeletonGroup label={t('status.loading')} count={3} itemClassName="h-28 rounded-lg" />}
      {error && !data && (
        <ErrorState title={t('status.failed')} message={error.message} onRetry={again}>
          <Link to="/" className={buttonStyle('outline')}>
            {t('ui.backHome')}
          </Link>
        </ErrorState>
      )}
      {data && (
        <div className="grid gap-4">
          <section
            aria-label={t('status.summary')}
            className="divide-y divide-edge rounded-lg border border-edge bg-card px-4 sm:px-4.5"
          >
            <GameState status={data}>{ageText(data)}</GameState>
            <DataState status={data} />
            <Incidents incidents={data.incidents} until={data.checked_at} />
          </section>
          <StorageState storage={data.storage} />
          <ClockState jumpedAt={data.clock_jumped_at} />
          <StatusFigures status={data} />
          <PageLog />
        </div>
      )}
    </LivePage>
  )
}

type Status = Answer<'GET /api/status'>
type Game = Status['game_api']

type Tone = 'good' | 'warn' | 'bad'

const STATES = {
  ok: ['good', 'status.ok', null],
  throttled: ['warn', 'status.throttled', 'status.throttledHelp'],
  maintenance: ['warn', 'status.maintenance', 'status.lastSeen'],
  unavailable: ['bad', 'status.unavailable', 'status.lastSeen'],
  refused: ['bad', 'status.refused', 'status.lastSeen'],
} as const satisfies Record<Game['state'], readonly [tone: Tone, title: PlainTextId, text: PlainTextId | null]>

const DOT = { good: 'bg-good', warn: 'bg-warn', bad: 'bg-bad' } as const

/** The longest wait for a turn from which on collecting does not keep up. */
const LATE_SECONDS = 15 * 60

const isLate = ({ oldest_due_seconds: longest }: Status['queue']) => (longest ?? 0) >= LATE_SECONDS

type Told = Pick<Status, 'game_api' | 'queue' | 'history'>

/** What is the matter: with the game's API, with the demo's history, or with what is due to be read; else nothing. */
function stateOf({ game_api: game, queue, history }: Told): readonly [tone: Tone, title: string, text: string] {
  if (game.state === 'ok' && history !== null) {
    const text = t('status.filled', { done: history.days_done, total: history.days_total })
    return ['warn', t('status.filling'), text]
  }
  if (game.state === 'ok' && isLate(queue)) return ['warn', t('status.late'), '']
  const [tone, title, text] = STATES[game.state]
  return [tone, t(title), text === null ? '' : t(text)]
}

type GameStateProps = { status: Told; children?: ReactNode }

/** Whether the game's API answers, and whether reading keeps up with what is due; `children`: a line below. */
export function GameState({ status, children }: GameStateProps) {
  const [tone, title, text] = stateOf(status)
  return (
    <div role="status" className="flex items-center gap-4 py-4">
      <LoneDolphin sunk={tone !== 'good'} className="h-12 w-20 shrink-0 sm:h-24 sm:w-40" />
      <p>
        <b className="block text-hero leading-none font-extrabold">{title}</b> <span className="text-mut">{text}</span>
        {children && <span className="block text-mut">{children}</span>}
      </p>
    </div>
  )
}

/** How old the figures are. Nobody promises an age: it has no lamp. */
function ageText({ observation_age_seconds: { p95 } }: Status): string {
  return p95 === null ? t('status.noAge') : t('status.ageMost', { share: percent(95), age: duration(p95) })
}

type LineProps = { tone: Tone; title: string; children?: ReactNode }

/** One line of the summary: whether something is wrong, what it says, and more beside it. */
function Line({ tone, title, children }: LineProps) {
  return (
    <div className="flex items-start gap-3 py-2.5">
      <Dot tone={tone} />
      <p>
        <b className="block font-semibold">{title}</b> <span className="text-sm text-mut">{children}</span>
      </p>
    </div>
  )
}

/** With a mark where something is wrong. */
function Dot({ tone }: { tone: Tone }) {
  return (
    <span
      aria-hidden="true"
      className={`mt-1 grid size-4 shrink-0 place-content-center rounded-full text-xs leading-none font-extrabold text-bg ${DOT[tone]}`}
    >
      {tone !== 'good' && '!'}
    </span>
  )
}

/** Whether what is due is read in time, how long the first of it waits, and whether answers were set aside as wrong. */
function DataState({ status: { queue, set_aside, held_back } }: { status: Status }) {
  const late = isLate(queue)
  const wait = Math.round(queue.oldest_due_seconds ?? 0)
  const wrong = [
    set_aside > 0 && t('status.setAside'),
    held_back > 0 && t('status.heldBack', { count: formatThousands(held_back) }),
  ]
  return (
    <>
      <Line tone={late ? 'warn' : 'good'} title={t(late ? 'status.behind' : 'status.onTime')}>
        {wait > 0 && t('status.upTo', { time: duration(wait) })}{' '}
        {late && t('status.lateFrom', { time: duration(LATE_SECONDS) })}
      </Line>
      <Line
        tone={set_aside + held_back === 0 ? 'good' : 'warn'}
        title={t('status.errors', { count: formatThousands(set_aside) })}
      >
        {wrong.filter(Boolean).join(' ')}
      </Line>
    </>
  )
}

/** What is wrong with this site's disk; nothing if all is well. */
export function StorageState({ storage }: { storage: Status['storage'] }) {
  const { writable, last_backup_at, backup_failed } = storage
  return (
    <>
      {!writable && <Notice tone="bad">{t('status.diskFull')}</Notice>}
      {backup_failed && (
        <Notice tone="bad">
          {last_backup_at === null ? (
            t('status.noBackup')
          ) : (
            <Text id="status.backupFailed" values={{ time: <RelativeTime within time={last_backup_at} /> }} />
          )}
        </Notice>
      )}
    </>
  )
}

/** Says that the server's clock was put back; nothing otherwise. */
export function ClockState({ jumpedAt }: { jumpedAt: Status['clock_jumped_at'] }) {
  if (jumpedAt === null) return null
  return (
    <Notice tone="bad">
      <Text id="status.clock" values={{ time: <RelativeTime within time={jumpedAt} /> }} />
    </Notice>
  )
}

/** How much is tracked, what waits to be read, and what was done. */
function StatusFigures({ status }: { status: Status }) {
  const { tracked_players, players_daily, queue, game_api: game } = status
  const { data: dashboard } = useQuery(query('GET /api/browse/dashboard', undefined))
  const done = dashboard?.recent_activity
  return (
    <dl aria-label={t('status.figures')} className="grid grid-cols-2 gap-x-6 gap-y-4 px-4 sm:grid-cols-4 sm:px-4.5">
      <Figure
        label={t('ui.players')}
        value={formatThousands(tracked_players)}
        note={t('status.seen', { count: formatThousands(players_daily) })}
      />
      <Figure label={t('status.waiting')} value={formatThousands(queue.due)} note={t('status.dueKinds')} />
      <Figure
        label={t('status.calls')}
        value={formatThousands(game.calls_last_minute)}
        note={t('status.callsMost', { count: formatThousands(60 * game.calls_per_second) })}
      />
      <Figure
        label={t('status.analytics')}
        value={<KnownNumber value={done?.analytics_generated_24h} />}
        note={t('status.day')}
      />
    </dl>
  )
}

type FigureProps = { label: string; value: ReactNode; note: string }

function Figure({ label, value, note }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-mut">{label}</dt>
      <dd className="text-lg font-semibold">{value}</dd>
      <dd className="text-sm text-mut">{note}</dd>
    </div>
  )
}

type Incident = Status['incidents'][number]

/** When the game did not answer, and for how long. The newest comes first. */
function Incidents({ incidents, until }: { incidents: readonly Incident[]; until: string }) {
  return (
    <div className="py-2.5">
      <div className="mb-3 flex items-start gap-3">
        <Dot tone={incidents.length === 0 ? 'good' : 'warn'} />
        <h2 className="font-semibold">{incidents.length === 0 ? t('status.noIncidents') : t('status.incidents')}</h2>
      </div>
      <LastWeek incidents={incidents} until={Date.parse(until)} />
      <ul className="divide-y divide-edge empty:hidden">
        {incidents.map((incident) => (
          <li key={`${incident.kind}${incident.started_at}`} className="flex flex-wrap justify-between gap-x-4 py-2.5">
            <span className="min-w-0">{incidentText(incident)}</span>
            <span className="text-mut">
              <IncidentTime incident={incident} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const TROUBLE = {
  throttled: 'status.wasThrottled',
  maintenance: 'status.maintenance',
  unavailable: 'status.unavailable',
  refused: 'status.keyRefused',
} as const satisfies Record<Incident['kind'], PlainTextId>

/** What was the matter. What is meant for the operator alone, after a colon, is told in English. */
function incidentText({ kind, message }: Incident): string {
  return message.includes(':') ? message : t(TROUBLE[kind])
}

const DAYS = 7

type WeekProps = {
  incidents: readonly Incident[]
  /** Milliseconds, as are the other times below. */
  until: number
}

/** The last 7 UTC days as blocks, each with a hole where the game was in trouble. Today's block ends now. */
function LastWeek({ incidents, until }: WeekProps) {
  const today = Math.floor(until / DAY_MS) * DAY_MS
  const days = Array.from({ length: DAYS }, (_, index) => today - (DAYS - 1 - index) * DAY_MS)
  const columns = `repeat(${DAYS - 1}, minmax(0, 1fr)) minmax(max-content, ${(until - today) / DAY_MS}fr)`
  return (
    <ol
      aria-hidden="true"
      className="on-paper grid gap-1 text-center text-sm text-mut"
      style={{ gridTemplateColumns: columns }}
    >
      {days.map((day) => {
        const end = Math.min(day + DAY_MS, until)
        return (
          <li key={day}>
            <span dir="ltr" className="relative mb-1 block h-9 overflow-hidden rounded-sm bg-good/45">
              {incidents
                .filter(({ started_at, ended_at }) => startOf(started_at) < end && endOf(ended_at, until) > day)
                .map(({ kind, started_at, ended_at }) => (
                  <span
                    key={`${kind}${started_at}`}
                    className="absolute inset-y-0 min-w-1 bg-bad"
                    style={within({ day, end }, startOf(started_at), endOf(ended_at, until))}
                  />
                ))}
            </span>
            {day === today ? t('status.now') : dayLabel(new Date(day).toISOString())}
          </li>
        )
      })}
    </ol>
  )
}

const startOf = (time: string) => Date.parse(time)
const endOf = (time: string | null, until: number) => (time === null ? until : Date.parse(time))

/** Where a span of time lies within a day, or within what has passed of it. */
function within({ day, end }: { day: number; end: number }, from: number, to: number) {
  const share = (time: number) => (100 * (Math.min(end, Math.max(day, time)) - day)) / (end - day)
  return { left: `${share(from)}%`, width: `${share(to) - share(from)}%` }
}

function IncidentTime({ incident: { started_at, ended_at } }: { incident: Incident }) {
  const time = <RelativeTime time={started_at} />
  if (ended_at === null) return <Text id="status.incidentOpen" values={{ time }} />
  const length = duration((Date.parse(ended_at) - Date.parse(started_at)) / 1000)
  return <Text id="status.incidentOver" values={{ time, length }} />
}

/** The log of this browser, for visitors who report a fault; nothing while it is empty. */
function PageLog() {
  const entries = pageLog.entries()
  if (entries.length === 0) return null
  const save = () => {
    const url = URL.createObjectURL(new Blob([JSON.stringify(entries, null, 2)], { type: 'application/json' }))
    Object.assign(document.createElement('a'), { href: url, download: 'delphin-log.json' }).click()
    URL.revokeObjectURL(url)
  }
  return (
    <Card title={t('status.browser')}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose text-mut">{t('status.notes', { notes: entries.length })}</p>
        <Button variant="quiet" onClick={save}>
          {t('status.save')}
        </Button>
      </div>
    </Card>
  )
}
