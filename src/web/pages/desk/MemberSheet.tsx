import { type ReactNode, useEffect } from 'react'
import { nameOrTag } from '#shared/plain-name.ts'
import { type TextId, t } from '#shared/texts.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Button, TEXT_BUTTON } from '#web/ui/Button.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { Text } from '#web/ui/Text.tsx'
import { useDesk } from './desk-changes.tsx'
import { ACTION_LABEL, type Decision, DONE, describeEnd, type Mark, markWords, withText } from './desk-words.ts'
import { MarkForm } from './MarkForm.tsx'

type Entry = Answer<'GET /api/desk/{tag}/queue'>['entries'][number]
type Player = { tag: string; name: string }
type Props = {
  player: Player
  /** The player's entry of the queue, where there is one: then something can be decided. */
  entry?: Entry
  onClose: () => void
}

/** Everything that a leader may note about one player: decisions, marks and absences. */
export function MemberSheet({ player, entry, onClose }: Props) {
  const { mayWrite, bar, cover } = useDesk()
  useEffect(() => {
    cover(true)
    return () => cover(false)
  }, [cover])
  return (
    <Dialog title={nameOrTag(player.name, player.tag)} onClose={onClose}>
      <div className="grid gap-5">
        {entry && mayWrite && <Decide entry={entry} onDone={onClose} />}
        <Kept player={player} />
        {mayWrite && <MarkForm player={player} onDone={onClose} />}
      </div>
      <div className="sticky bottom-0 -mx-5 mt-3 -mb-5">{bar}</div>
    </Dialog>
  )
}

const ACTIONS = ['removed', 'warned', 'promoted'] as const

/** For how many days an entry can be put off with one tap. */
const SNOOZES = [3, 7, 14, 30] as const

/** What else can be decided about an entry, each with one tap. */
function Decide({ entry, onDone }: { entry: Entry; onDone: () => void }) {
  const { tag, change } = useDesk()
  const { player_tag, player_name, version } = entry
  const name = nameOrTag(player_name, player_tag)
  const decide =
    (action: Decision['action'], days = 0) =>
    async () => {
      onDone()
      await change({
        said: t(DONE[action], { name, days }),
        send: (newer = version) =>
          call('POST /api/desk/{tag}/queue/{player}', {
            params: { tag, player: player_tag },
            body: { action, version: newer, ...(days > 0 && { days }) },
          }),
      })
    }
  return (
    <section aria-label={t('desk.decide')} className="grid gap-2">
      <p className="text-sm text-mut">{t('desk.decideHelp')}</p>
      <div className="grid gap-2">
        {ACTIONS.map((action) => (
          <Button key={action} variant="quiet" onClick={decide(action)}>
            {t(ACTION_LABEL[action])}
          </Button>
        ))}
      </div>
      <fieldset className="mt-1">
        <legend className="mb-2 text-sm font-semibold">{t('desk.askAgain')}</legend>
        <div className="grid grid-cols-4 gap-2">
          {SNOOZES.map((days) => (
            <Button key={days} variant="outline" className="px-2!" onClick={decide('snoozed', days)}>
              {t('number.days', { days })}
            </Button>
          ))}
        </div>
      </fieldset>
    </section>
  )
}

/** What the leaders have noted of a player. */
function Kept({ player }: { player: Player }) {
  const { tag } = useDesk()
  const marks = useQuery(
    query('GET /api/desk/{tag}/marks', { params: { tag }, query: { player: player.tag } }, 'moments'),
  )
  const absences = useQuery(query('GET /api/desk/{tag}/absences', { params: { tag } }, 'moments'))
  return (
    <section aria-label={t('desk.notesAndMarks')}>
      <QuerySection result={marks} failure={t('desk.marksFailed')} loading={t('desk.marksLoading')} shape="h-12">
        {({ marks: found }) => <MarkList marks={found} empty={t('desk.nothingNoted')} />}
      </QuerySection>
      {absences.data && <AbsenceList absences={absences.data.absences} player={player.tag} />}
    </section>
  )
}

/** Marks with who made them and how long they hold, pinned notes first. Each can be taken away. */
export function MarkList({ marks, empty = null }: { marks: readonly Mark[]; empty?: ReactNode }) {
  const { tag, mayWrite, authorOf, change } = useDesk()
  if (marks.length === 0) return empty === null ? null : <p className="text-sm text-mut">{empty}</p>
  const remove = (mark: Mark) =>
    change({
      said: t('desk.saidMarkGone', { name: nameOrTag(mark.player_name, mark.player_tag), kind: mark.kind }),
      send: (newer = mark.version) =>
        call('DELETE /api/desk/{tag}/marks/{record_id}', {
          params: { tag, record_id: mark.id },
          body: { version: newer },
        }),
    })
  return (
    <ul className="divide-y divide-edge">
      {marks
        .toSorted((one, other) => Number(other.pinned) - Number(one.pinned))
        .map((mark) => (
          <Record
            key={mark.id}
            text={markWords(mark)}
            faded={mark.expired}
            facts={[
              mark.pinned ? t('desk.pinned') : null,
              describeEnd(mark),
              authorOf(mark.author),
              shortDay(mark.created_at),
            ]}
            onRemove={mayWrite ? () => void remove(mark) : null}
          />
        ))}
    </ul>
  )
}

type Absence = Answer<'GET /api/desk/{tag}/absences'>['absences'][number]

const STATE = {
  ahead: 'desk.willBeAway',
  now: 'desk.isAway',
  over: 'desk.wasAway',
} as const satisfies Record<Absence['state'], TextId>

function absenceWords({ state, from, until, note }: Absence): string {
  return withText(t(STATE[state], { from: shortDay(from), until: shortDay(until) }), note)
}

function AbsenceList({ absences, player }: { absences: readonly Absence[]; player: string }) {
  const { tag, mayWrite, authorOf, change } = useDesk()
  const own = absences.filter(({ player_tag }) => player_tag === player)
  if (own.length === 0) return null
  const remove = ({ id, version, player_name }: Absence) =>
    change({
      said: t('desk.saidAbsenceGone', { name: nameOrTag(player_name, player) }),
      send: (newer = version) =>
        call('DELETE /api/desk/{tag}/absences/{record_id}', {
          params: { tag, record_id: id },
          body: { version: newer },
        }),
    })
  return (
    <ul className="divide-y divide-edge border-t border-edge">
      {own.map((absence) => (
        <Record
          key={absence.id}
          text={absenceWords(absence)}
          faded={absence.state === 'over'}
          facts={[absence.by_member ? t('desk.byMember') : authorOf(absence.author)]}
          onRemove={mayWrite && absence.state !== 'over' ? () => void remove(absence) : null}
        />
      ))}
    </ul>
  )
}

type RecordProps = {
  text: string
  facts: readonly (string | null)[]
  faded: boolean
  onRemove: (() => void) | null
}

/** One line of what is kept, with a button that takes it away. */
function Record({ text, facts, faded, onRemove }: RecordProps) {
  return (
    <li className="flex items-start justify-between gap-3 py-2">
      <div className="min-w-0">
        <p dir="auto" className={`whitespace-pre-wrap ${faded ? 'text-mut' : ''}`}>
          {text}
        </p>
        <p className="text-sm text-mut">{facts.filter((fact) => fact !== null).join(' · ')}</p>
      </div>
      {onRemove && (
        <button type="button" className={`${TEXT_BUTTON} shrink-0`} onClick={onRemove}>
          <Text id="desk.takeAway" values={{ rest: (words) => <span className="sr-only">{words}</span>, text }} />
        </button>
      )}
    </li>
  )
}
