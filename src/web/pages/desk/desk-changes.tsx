import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'
import { reasonWords } from '#shared/desk-reasons.ts'
import { t } from '#shared/texts.ts'
import { type Answer, ApiError, call, hasAnswered } from '#web/app/api-client.ts'
import { OF_DESKS, query } from '#web/app/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { Text } from '#web/ui/Text.tsx'
import { decisionWords, withText } from './desk-words.ts'

export type DeskClub = Answer<'GET /api/desk/{tag}/queue'>['desk']

/** What a desk asks first: the queue, and with it what the visitor may do here. */
export const queueQuery = (tag: string) => query('GET /api/desk/{tag}/queue', { params: { tag } }, 'moments')

export type Change = {
  /** What was done, for the line that offers to undo it: `Ada: removed`. */
  said: string
  /** It cannot be undone. */
  isFinal?: boolean
  /** Sends the change, made from the version that the page shows, or from a newer one that the leader has seen. */
  send: (newer?: number) => Promise<{ log_id: number }>
  /** Takes what is wrong with which field, where a form shows it there. */
  onFields?: (problems: Record<string, string>) => void
}

type DeskState = {
  tag: string
  /** False for viewers, and for those who lost the role. */
  mayWrite: boolean
  isOwner: boolean
  /** Who is named beside what was done. At a trial desk nobody is: all of it is the visitor's own. */
  authorOf: (author: string | null) => string | null
  /** Makes a change. True once it is stored; on a failure the page says why, and offers another try. */
  change: (change: Change) => Promise<boolean>
  /** What became of the last change, for a sheet that covers the page; null where the page shows it. */
  bar: ReactNode
  /** Called by a sheet while it covers the page. */
  cover: (covers: boolean) => void
}

const DeskContext = createContext<DeskState | null>(null)

/** The desk that is open, and how it is changed. */
export function useDesk(): DeskState {
  const desk = use(DeskContext)
  if (desk === null) throw new Error('DeskProvider is missing above this component.')
  return desk
}

/** What became of the last change. */
type Outcome =
  | { kind: 'done'; said: string; logId: number | null }
  | { kind: 'failed'; change: Change; message: string }
  | { kind: 'overtaken'; change: Change; newer: unknown }

/** Lets all below change the desk, and shows below the page what became of it: undo, another try, or the newer record. */
export function DeskProvider({ desk, children }: { desk: DeskClub; children: ReactNode }) {
  const { tag, role, reads_until, trial } = desk
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [covered, cover] = useState(false)
  const change = useCallback(
    async (wanted: Change, newer?: number) => {
      setOutcome(null)
      try {
        const { log_id } = await wanted.send(newer)
        setOutcome({ kind: 'done', said: wanted.said, logId: wanted.isFinal ? null : log_id })
        await client.invalidateQueries(OF_DESKS)
        return true
      } catch (error) {
        const problems = error instanceof ApiError ? error.fields : {}
        if (wanted.onFields && Object.keys(problems).length > 0) wanted.onFields(problems)
        else setOutcome(failureOf(wanted, error))
        return false
      }
    },
    [client],
  )
  const undo = async (logId: number) => {
    await change({
      said: t('desk.undone'),
      send: () => call('POST /api/desk/{tag}/log/{record_id}/undo', { params: { tag, record_id: logId } }),
    })
    // What was undone is not offered to be undone once more; the log has it.
    setOutcome((now) => (now?.kind === 'done' ? { ...now, logId: null } : now))
  }
  const close = useCallback(() => setOutcome(null), [])
  useEffect(() => {
    // Here and not in the bar: a sheet that opens or closes shows another bar, which must not begin anew.
    if (outcome?.kind !== 'done') return undefined
    const timer = setTimeout(close, UNDO_MS)
    return () => clearTimeout(timer)
  }, [outcome, close])
  const mayWrite = reads_until === null && (role === 'editor' || role === 'owner')
  const bar = outcome?.kind !== 'overtaken' && (
    <OutcomeBar key={keyOf(outcome)} outcome={outcome} onUndo={undo} onAgain={change} onClose={close} />
  )
  const authorOf = (author: string | null) => (trial ? null : author)
  const state = {
    tag,
    mayWrite,
    isOwner: mayWrite && role === 'owner',
    authorOf,
    change,
    cover,
    bar: covered ? bar : null,
  }
  return (
    <DeskContext value={state}>
      {children}
      {!covered && <div className="fixed inset-x-0 bottom-(--foot) z-10">{bar}</div>}
      {outcome?.kind === 'overtaken' && (
        <Overtaken
          newer={outcome.newer}
          onKeep={() => {
            close()
            void client.invalidateQueries(OF_DESKS)
          }}
          onReplace={(version) => void change(outcome.change, version)}
        />
      )}
    </DeskContext>
  )
}

/** Each change has a bar of its own. */
function keyOf(outcome: Outcome | null): string {
  return outcome?.kind === 'done' ? `${outcome.said} ${outcome.logId}` : (outcome?.kind ?? '')
}

function failureOf(change: Change, error: unknown): Outcome {
  if (error instanceof ApiError && error.status === 409 && error.current)
    return { kind: 'overtaken', change, newer: error.current }
  const reason = error instanceof Error ? error.message : String(error)
  return { kind: 'failed', change, message: hasAnswered(error) ? reason : t('desk.offline', { reason }) }
}

const UNDO_MS = 10_000

type BarProps = {
  outcome: Exclude<Outcome, { kind: 'overtaken' }> | null
  onUndo: (logId: number) => void
  onAgain: (change: Change) => void
  onClose: () => void
}

/** At the lower edge, in reach of the thumb: what was done, with Undo for ten seconds, or why it failed. */
function OutcomeBar({ outcome, onUndo, onAgain, onClose }: BarProps) {
  return (
    <div role={outcome?.kind === 'failed' ? 'alert' : 'status'} className="empty:hidden">
      {outcome && (
        <div className="mx-auto flex max-w-3xl items-center gap-3 border-t border-line bg-raise px-4 py-2.5 shadow-2xl sm:mb-4 sm:rounded-md sm:border">
          {outcome.kind === 'done' ? (
            <>
              <p className="min-w-0 flex-1 truncate font-semibold">{outcome.said}</p>
              {outcome.logId !== null && (
                <Button variant="outline" onClick={() => onUndo(outcome.logId ?? 0)}>
                  {t('desk.undo')}
                </Button>
              )}
            </>
          ) : (
            <>
              <p className="min-w-0 flex-1 text-sm">
                <Text
                  id="desk.notSaved"
                  values={{ b: (words) => <b className="text-bad">{words}</b>, reason: outcome.message }}
                />
              </p>
              <Button variant="outline" onClick={() => onAgain(outcome.change)}>
                {t('ui.tryAgain')}
              </Button>
              <Button variant="quiet" onClick={onClose}>
                {t('ui.close')}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  )
}

type OvertakenProps = { newer: unknown; onKeep: () => void; onReplace: (version: number) => void }

/** Somebody else changed the same record first: shows it as it is now, and lets the leader choose. */
function Overtaken({ newer, onKeep, onReplace }: OvertakenProps) {
  const version = versionOf(newer)
  return (
    <Dialog title={t('desk.faster')} onClose={onKeep}>
      <p className="mb-3 text-mut">{t('desk.fasterHelp')}</p>
      <p className="mb-5 rounded-md bg-raise px-4 py-3 font-semibold">{newerWords(newer)}</p>
      <div className="grid gap-2">
        <Button onClick={onKeep}>{t('desk.keepTheirs')}</Button>
        {version !== null && (
          <Button variant="outline" onClick={() => onReplace(version)}>
            {t('desk.saveMine')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function versionOf(record: unknown): number | null {
  const { version } = (record ?? {}) as { version?: unknown }
  return typeof version === 'number' ? version : null
}

/** A record as it is now, in words. */
export function newerWords(record: unknown): string {
  const { decision, text, facts, from, until, note, rules } = (record ?? {}) as Record<string, unknown>
  if (decision) return decisionWords(decision as Parameters<typeof decisionWords>[0])
  if (typeof from === 'string')
    return withText(t('desk.awayFrom', { from: shortDay(from), until: shortDay(String(until)) }), String(note ?? ''))
  if (rules) return t('desk.otherRules')
  if (facts) return reasonWords(facts as Parameters<typeof reasonWords>[0])
  return typeof text === 'string' && text !== '' ? text : t('desk.newerVersion')
}
