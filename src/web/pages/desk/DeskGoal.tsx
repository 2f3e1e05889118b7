import { type FormEvent, useState } from 'react'
import { GOAL_DAYS_MAX, type GoalKind, goalWords } from '#shared/club-goal.ts'
import { addDays, type CalendarDay, dayOf } from '#shared/days.ts'
import { formatThousands } from '#shared/number-format.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { GoalBar, goalState } from '#web/chrome/Goal.tsx'
import { Button } from '#web/ui/Button.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { ChoiceChips } from '#web/ui/ChoiceChips.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { useNow } from '#web/ui/RelativeTime.tsx'
import { useDesk } from './desk-changes.tsx'

type Stored = Answer<'GET /api/desk/{tag}/goal'>

/** The goal of the club: one that runs, or a form for the next one. */
export function DeskGoal() {
  const { tag, mayWrite } = useDesk()
  const today = dayOf(new Date(useNow()))
  const stored = useQuery(query('GET /api/desk/{tag}/goal', { params: { tag } }, 'moments'))
  return (
    <section className="mb-4 rounded-lg border border-edge bg-card p-3.5">
      <h2 className="text-lg font-semibold">{t('club.goal')}</h2>
      <QuerySection
        result={stored}
        failure={t('desk.goalFailed')}
        loading={t('desk.goalLoading')}
        shape="h-16 rounded-md"
      >
        {({ goal }) => (
          <>
            {goal && <Running goal={goal} />}
            {!goal && !mayWrite && <p className="text-mut">{t('desk.noGoal')}</p>}
            {mayWrite && !(goal && runs(goal, today)) && <GoalForm today={today} />}
          </>
        )}
      </QuerySection>
    </section>
  )
}

/** Whether it stands in the way of another one. The example of a desk that is tried does not. */
function runs({ reached_on, until, is_example }: NonNullable<Stored['goal']>, today: CalendarDay): boolean {
  return !is_example && reached_on === null && until >= today
}

function Running({ goal }: { goal: NonNullable<Stored['goal']> }) {
  const { tag, mayWrite, change } = useDesk()
  const withdraw = () =>
    change({
      said: t('desk.goalWithdrawn'),
      send: (version = goal.version) =>
        call('DELETE /api/desk/{tag}/goal/{record_id}', { params: { tag, record_id: goal.id }, body: { version } }),
    })
  return (
    <div className="my-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <p>
        <span className="block font-semibold">{goalWords(goal)}</span>
        <span className="text-sm text-mut">
          {goal.is_example ? t('desk.exampleGoal', { state: goalState(goal) }) : goalState(goal)}
        </span>
      </p>
      {mayWrite && !goal.is_example && (
        <Button variant="outline" onClick={withdraw}>
          {t('desk.withdraw')}
        </Button>
      )}
      <div className="w-full">
        <GoalBar goal={goal} />
      </div>
    </div>
  )
}

const KINDS = [
  ['gain', 'desk.goalGain'],
  ['total', 'desk.goalTotal'],
] as const satisfies readonly (readonly [kind: GoalKind, label: PlainTextId])[]

const USUAL_DAYS = 7

function GoalForm({ today }: { today: CalendarDay }) {
  const { tag, change } = useDesk()
  const [kind, setKind] = useState<GoalKind>('gain')
  const [trophies, setTrophies] = useState('')
  const [until, setUntil] = useState<string>(addDays(today, USUAL_DAYS))
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const number = wholeNumber(trophies)
    setProblems(number === null ? { trophies: t('desk.wholeNumber', { example: formatThousands(50_000) }) } : {})
    if (number === null) return
    setBusy(true)
    await change({
      said: t('desk.goalSet'),
      send: () => call('POST /api/desk/{tag}/goal', { params: { tag }, body: { kind, trophies: number, until } }),
      onFields: setProblems,
    })
    setBusy(false)
  }
  return (
    <form noValidate onSubmit={save} className="grid gap-3">
      <p className="text-sm text-mut">{t('desk.goalHelp')}</p>
      <ChoiceChips
        legend={t('ui.trophies')}
        value={kind}
        choices={KINDS.map(([each, label]) => [each, t(label)] as const)}
        onChange={setKind}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={kind === 'gain' ? t('desk.howManyMore') : t('desk.howManyAll')}
          required
          inputMode="numeric"
          autoComplete="off"
          value={trophies}
          onChange={(event) => setTrophies(event.target.value)}
          problem={problems.trophies}
        />
        <TextField
          label={t('desk.lastDay')}
          required
          type="date"
          min={today}
          max={addDays(today, GOAL_DAYS_MAX)}
          value={until}
          onChange={(event) => setUntil(event.target.value)}
          problem={problems.until}
        />
      </div>
      <Button type="submit" busy={busy} className="justify-self-start">
        {t('desk.setGoal')}
      </Button>
    </form>
  )
}

/** A whole number as people write it, with commas, points or spaces between thousands; null for everything else. */
function wholeNumber(text: string): number | null {
  const written = text.trim()
  return /^\d+$|^\d{1,3}([,.\s]\d{3})+$/.test(written) ? Number(written.replaceAll(/\D/g, '')) : null
}
