import { type ComponentProps, type FormEvent, useId, useState } from 'react'
import { addDays, calendarDay, dayOf } from '#shared/days.ts'
import { ABSENCE_DAYS_MAX, NOTE_MAX } from '#shared/desk.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { call } from '#web/app/api-client.ts'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceChips, TextField } from '#web/ui/ChoiceChips.tsx'
import { type Change, useDesk } from './desk-changes.tsx'

const KINDS = [
  ['warning', 'Warning'],
  ['absence', 'Away'],
  ['safe', 'Safe'],
  ['note', 'Note'],
  ['blacklist', 'Blacklist'],
] as const
type Kind = (typeof KINDS)[number][0]

const ABOUT: Record<Kind, string> = {
  warning: 'Counts until it ends, and can be read after that.',
  absence: 'Not judged while away, nor one week after.',
  safe: 'The rules leave them in peace.',
  note: 'For the leaders alone.',
  blacklist: 'If they join, the desk says so at once.',
}

const SAID: Record<Kind, string> = {
  warning: 'warned',
  absence: 'away',
  safe: 'safe',
  note: 'noted',
  blacklist: 'on the blacklist',
}

/** Until when a mark holds, in days from today; `ever`: for good. */
const HOLDS: Record<'warning' | 'safe' | 'blacklist', readonly (readonly [days: string, label: string])[]> = {
  warning: [
    ['30', '30 days'],
    ['90', '90 days'],
    ['365', '1 year'],
    ['ever', 'For good'],
  ],
  safe: [
    ['ever', 'For good'],
    ['7', '7 days'],
    ['30', '30 days'],
    ['90', '90 days'],
  ],
  blacklist: [
    ['180', '180 days'],
    ['30', '30 days'],
    ['365', '1 year'],
  ],
}

const AWAY = [
  ['7', '7 days'],
  ['14', '14 days'],
  ['30', '30 days'],
  ['60', '60 days'],
] as const

const WEIGHTS = [
  ['1', 'Once'],
  ['2', 'Twice'],
  ['3', 'Three times'],
] as const

type Player = { tag: string; name: string }

/** Notes something about a player: a warning, an absence, safe, a note, or the blacklist. */
export function MarkForm({ player, onDone }: { player: Player; onDone: () => void }) {
  const { tag, change } = useDesk()
  const [kind, setKind] = useState<Kind>('warning')
  const [busy, setBusy] = useState(false)
  const save = async (send: Change['send']) => {
    setBusy(true)
    const stored = await change({ said: `${nameOrTag(player.name, player.tag)}: ${SAID[kind]}`, send })
    setBusy(false)
    if (stored) onDone()
  }
  return (
    <section aria-label="Add" className="grid gap-3 border-t border-edge pt-4">
      <ChoiceChips legend="Add" value={kind} choices={KINDS} onChange={setKind} />
      <p className="text-sm text-mut">{ABOUT[kind]}</p>
      {kind === 'absence' ? (
        <AbsenceFields key={kind} busy={busy} onSave={(span) => save(() => addAbsence(tag, player, span))} />
      ) : (
        <MarkFields
          key={kind}
          kind={kind}
          busy={busy}
          onSave={(mark) => save(() => addMark(tag, player, kind, mark))}
        />
      )}
    </section>
  )
}

type MarkValues = { text: string; pinned?: boolean; weight?: number; until?: string | null }

const addMark = (tag: string, player: Player, kind: Exclude<Kind, 'absence'>, mark: MarkValues) =>
  call('POST /api/desk/{tag}/marks', { params: { tag }, body: { kind, player_tag: player.tag, ...mark } })

type Span = { from: string; until: string; note: string }

const addAbsence = (tag: string, player: Player, span: Span) =>
  call('POST /api/desk/{tag}/absences', { params: { tag }, body: { player_tag: player.tag, ...span } })

/** The UTC day in so many days; null for good. */
const dayIn = (days: string) => (days === 'ever' ? null : addDays(dayOf(new Date()), Number(days)))

/** The most characters of a reason. */
const REASON_MAX = 500

type MarkFieldsProps = { kind: Exclude<Kind, 'absence'>; busy: boolean; onSave: (mark: MarkValues) => void }

function MarkFields({ kind, busy, onSave }: MarkFieldsProps) {
  const [text, setText] = useState('')
  const [pinned, setPinned] = useState(false)
  const [weight, setWeight] = useState<'1' | '2' | '3'>('1')
  const holds = kind === 'note' ? [] : HOLDS[kind]
  const [days, setDays] = useState(holds[0]?.[0] ?? 'ever')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave({
      text,
      ...(kind === 'note' ? { pinned } : { until: dayIn(days) }),
      ...(kind === 'warning' && { weight: Number(weight) }),
    })
  }
  const isNote = kind === 'note'
  return (
    <form onSubmit={submit} className="grid gap-3">
      <TextArea
        label={isNote ? 'Note' : 'Reason'}
        required={isNote}
        value={text}
        maxLength={isNote ? NOTE_MAX : REASON_MAX}
        onChange={(event) => setText(event.target.value)}
      />
      {kind === 'warning' && <ChoiceChips legend="It counts" value={weight} choices={WEIGHTS} onChange={setWeight} />}
      {isNote ? (
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" className="size-4.5 accent-acc" checked={pinned} onChange={() => setPinned(!pinned)} />
          Keep it at the top
        </label>
      ) : (
        <ChoiceChips legend="It holds" value={days} choices={holds} onChange={setDays} />
      )}
      <Button type="submit" busy={busy}>
        Save
      </Button>
    </form>
  )
}

/** The last of so many days that begin with the given one. */
const lastOf = (from: string, days: number) => addDays(calendarDay(from), days - 1)

/** From when to when somebody is away: a number of days, today the first of them, or other days. */
export function AbsenceFields({ busy, onSave }: { busy: boolean; onSave: (span: Span) => void }) {
  const today = dayOf(new Date())
  const [from, setFrom] = useState<string>(today)
  const [until, setUntil] = useState<string>(lastOf(today, 7))
  const [note, setNote] = useState('')
  const chosen = from === today ? AWAY.find(([days]) => lastOf(today, Number(days)) === until)?.[0] : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave({ from, until, note })
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <ChoiceChips
        legend="From today"
        value={chosen ?? null}
        choices={AWAY}
        onChange={(days) => {
          setFrom(today)
          setUntil(lastOf(today, Number(days)))
        }}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField label="From" required type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
        <TextField
          label="Last day"
          required
          type="date"
          value={until}
          min={from}
          max={from === '' ? undefined : lastOf(from, ABSENCE_DAYS_MAX)}
          onChange={(event) => setUntil(event.target.value)}
        />
      </div>
      <TextField label="Note" value={note} maxLength={REASON_MAX} onChange={(event) => setNote(event.target.value)} />
      <Button type="submit" busy={busy}>
        Save
      </Button>
    </form>
  )
}

/** A field for several lines, with its label. */
export function TextArea({ label, required, ...rest }: ComponentProps<'textarea'> & { label: string }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
        {!required && <span className="font-normal text-mut"> (optional)</span>}
      </label>
      <textarea
        id={id}
        rows={3}
        dir="auto"
        required={required}
        className="w-full rounded-md border border-line bg-bg px-3.5 py-2 text-ink"
        {...rest}
      />
    </div>
  )
}
