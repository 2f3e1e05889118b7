import { type ComponentProps, type FormEvent, useId, useState } from 'react'
import { addDays, calendarDay, dayOf } from '#shared/days.ts'
import { ABSENCE_DAYS_MAX, NOTE_MAX, REASON_MAX } from '#shared/desk.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { type PlainTextId, type TextId, t } from '#shared/texts.ts'
import { call } from '#web/app/api-client.ts'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceChips } from '#web/ui/ChoiceChips.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { type Change, useDesk } from './desk-changes.tsx'

const KINDS = [
  ['warning', 'desk.warning'],
  ['absence', 'desk.kindAway'],
  ['safe', 'desk.markSafe'],
  ['note', 'desk.note'],
  ['blacklist', 'desk.blacklist'],
] as const satisfies readonly (readonly [kind: string, label: PlainTextId])[]
type Kind = (typeof KINDS)[number][0]

const ABOUT = {
  warning: 'desk.aboutWarning',
  absence: 'desk.aboutAway',
  safe: 'desk.aboutSafe',
  note: 'desk.aboutNote',
  blacklist: 'desk.aboutBlacklist',
} as const satisfies Record<Kind, PlainTextId>

const SAID = {
  warning: 'desk.saidWarned',
  absence: 'desk.saidAway',
  safe: 'desk.saidSafe',
  note: 'desk.saidNoted',
  blacklist: 'desk.saidBlacklisted',
} as const satisfies Record<Kind, TextId>

/** Until when a mark holds, in days from today; `ever`: for good. */
const HOLDS: Record<'warning' | 'safe' | 'blacklist', readonly string[]> = {
  warning: ['30', '90', '365', 'ever'],
  safe: ['ever', '7', '30', '90'],
  blacklist: ['180', '30', '365'],
}

/** A length of time to choose, with its label. */
function asChoice(days: string): readonly [days: string, label: string] {
  if (days === 'ever') return [days, t('desk.forGoodChoice')]
  return [days, days === '365' ? t('desk.year') : t('number.days', { days: Number(days) })]
}

const AWAY = ['7', '14', '30', '60']

const WEIGHTS = [
  ['1', 'desk.once'],
  ['2', 'desk.twice'],
  ['3', 'desk.threeTimes'],
] as const satisfies readonly (readonly [weight: string, label: PlainTextId])[]

type Player = { tag: string; name: string }

/** Notes something about a player: a warning, an absence, safe, a note, or the blacklist. */
export function MarkForm({ player, onDone }: { player: Player; onDone: () => void }) {
  const { tag, change } = useDesk()
  const [kind, setKind] = useState<Kind>('warning')
  const [busy, setBusy] = useState(false)
  const save = async (send: Change['send']) => {
    setBusy(true)
    const stored = await change({ said: t(SAID[kind], { name: nameOrTag(player.name, player.tag) }), send })
    setBusy(false)
    if (stored) onDone()
  }
  return (
    <section aria-label={t('desk.add')} className="grid gap-3 border-t border-edge pt-4">
      <ChoiceChips
        legend={t('desk.add')}
        value={kind}
        choices={KINDS.map(([each, label]) => [each, t(label)] as const)}
        onChange={setKind}
      />
      <p className="text-sm text-mut">{t(ABOUT[kind])}</p>
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

/** The UTC day that lies `days` ahead; null for `ever`. */
const dayIn = (days: string) => (days === 'ever' ? null : addDays(dayOf(new Date()), Number(days)))

type MarkFieldsProps = { kind: Exclude<Kind, 'absence'>; busy: boolean; onSave: (mark: MarkValues) => void }

function MarkFields({ kind, busy, onSave }: MarkFieldsProps) {
  const [text, setText] = useState('')
  const [pinned, setPinned] = useState(false)
  const [weight, setWeight] = useState<'1' | '2' | '3'>('1')
  const holds = kind === 'note' ? [] : HOLDS[kind]
  const [days, setDays] = useState(holds[0] ?? 'ever')
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
        label={isNote ? t('desk.note') : t('desk.reason')}
        required={isNote}
        value={text}
        maxLength={isNote ? NOTE_MAX : REASON_MAX}
        onChange={(event) => setText(event.target.value)}
      />
      {kind === 'warning' && (
        <ChoiceChips
          legend={t('desk.itCounts')}
          value={weight}
          choices={WEIGHTS.map(([each, label]) => [each, t(label)] as const)}
          onChange={setWeight}
        />
      )}
      {isNote ? (
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" className="size-4.5 shrink-0" checked={pinned} onChange={() => setPinned(!pinned)} />
          {t('desk.keepAtTop')}
        </label>
      ) : (
        <ChoiceChips legend={t('desk.itHolds')} value={days} choices={holds.map(asChoice)} onChange={setDays} />
      )}
      <Button type="submit" busy={busy}>
        {t('desk.save')}
      </Button>
    </form>
  )
}

/** The last day of a span of `days` that begins with `from`. */
const lastOf = (from: string, days: number) => addDays(calendarDay(from), days - 1)

/** From when to when somebody is away: a number of days, today the first of them, or other days. */
export function AbsenceFields({ busy, onSave }: { busy: boolean; onSave: (span: Span) => void }) {
  const today = dayOf(new Date())
  const [from, setFrom] = useState<string>(today)
  const [until, setUntil] = useState<string>(lastOf(today, 7))
  const [note, setNote] = useState('')
  const chosen = from === today ? AWAY.find((days) => lastOf(today, Number(days)) === until) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave({ from, until, note })
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <ChoiceChips
        legend={t('desk.fromToday')}
        value={chosen ?? null}
        choices={AWAY.map(asChoice)}
        onChange={(days) => {
          setFrom(today)
          setUntil(lastOf(today, Number(days)))
        }}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={t('desk.from')}
          required
          type="date"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextField
          label={t('desk.lastDay')}
          required
          type="date"
          value={until}
          min={from}
          max={from === '' ? undefined : lastOf(from, ABSENCE_DAYS_MAX)}
          onChange={(event) => setUntil(event.target.value)}
        />
      </div>
      <TextField
        label={t('desk.note')}
        value={note}
        maxLength={REASON_MAX}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" busy={busy}>
        {t('desk.save')}
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
        {!required && <span className="font-normal text-mut"> {t('ui.optional')}</span>}
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
