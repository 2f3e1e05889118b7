import { keepPreviousData } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { DESK_RULES, ruleConflict } from '#shared/desk.ts'
import { previewWords } from '#shared/desk-reasons.ts'
import { formatThousands } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { RANKED_TIERS, tierAt } from '#shared/ranked-tiers.ts'
import { keysOf } from '#shared/records.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { Text } from '#web/ui/Text.tsx'
import { useDesk } from './desk-changes.tsx'
import { SUGGESTED } from './desk-words.ts'
import { RULE_LABELS } from './log-words.ts'
import { useSettled } from './settled.ts'
import { TimeZoneField } from './TimeZoneField.tsx'

type Stored = Answer<'GET /api/desk/{tag}/rules'>
type RuleValues = Stored['rules']
type Rule = keyof RuleValues
type Preview = Answer<'POST /api/desk/{tag}/rules/preview'>

/** The rules in groups, each with what it does. */
type Group = {
  title: PlainTextId
  rules: readonly (readonly [rule: Rule, about: PlainTextId | null])[]
}
const GROUPS: readonly Group[] = [
  {
    title: 'desk.rulesSilent',
    rules: [
      ['warn_after_days', null],
      ['remove_after_days', 'desk.ruleRemoveHelp'],
      ['grace_days', null],
      ['strikes_to_remove', 'desk.ruleStrikesHelp'],
    ],
  },
  {
    title: 'desk.rulesSeat',
    rules: [
      ['seats_to_spare', 'desk.ruleSeatsHelp'],
      ['entry_trophies', 'desk.ruleTrophiesHelp'],
      ['entry_tier', 'desk.ruleTierHelp'],
      ['entry_prestige', 'desk.rulePrestigeHelp'],
    ],
  },
  {
    title: 'desk.rulesRise',
    rules: [
      ['promote_after_days', null],
      ['promote_activity', 'desk.ruleScoreHelp'],
      ['promote_overall', 'desk.ruleScoreHelp'],
    ],
  },
]

/** The rules of the club, with what they would suggest today. */
export function Rules() {
  const { tag } = useDesk()
  const stored = useQuery(query('GET /api/desk/{tag}/rules', { params: { tag } }, 'moments'))
  return (
    <QuerySection result={stored} failure={t('desk.rulesFailed')} loading={t('desk.rulesLoading')}>
      {(data) => <RulesForm key={data.version} stored={data} />}
    </QuerySection>
  )
}

type Typed = Record<Rule, string>

function RulesForm({ stored }: { stored: Stored }) {
  const { tag, mayWrite, change } = useDesk()
  const [typed, setTyped] = useState(() => asTyped(stored.rules))
  const [zone, setZone] = useState(stored.time_zone)
  const [zoneProblem, setZoneProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const problems = problemsOf(typed)
  const rules = Object.keys(problems).length === 0 ? asRules(typed) : null
  const isChanged = zone !== stored.time_zone || JSON.stringify(rules) !== JSON.stringify(stored.rules)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (rules === null) return
    setBusy(true)
    setZoneProblem(undefined)
    await change({
      said: t('desk.rulesSaved'),
      onFields: ({ time_zone, ...others }) => setZoneProblem(time_zone ?? Object.values(others)[0]),
      send: (version = stored.version) =>
        call('PUT /api/desk/{tag}/rules', { params: { tag }, body: { rules, time_zone: zone, version } }),
    })
    setBusy(false)
  }
  return (
    <form noValidate onSubmit={save} className="grid gap-5">
      {rules && <LivePreview rules={rules} />}
      {GROUPS.map(({ title, rules: group }) => (
        <fieldset key={title} disabled={!mayWrite} className="grid gap-4 rounded-lg border border-edge bg-card p-3.5">
          <legend className="px-1 text-lg font-semibold">{t(title)}</legend>
          {group.map(([rule, about]) => (
            <RuleField
              key={rule}
              choices={rule === 'entry_tier' ? tiers() : undefined}
              label={t(RULE_LABELS[rule])}
              hint={[about && t(about), describeDefault(rule, stored, typed[rule])].filter(Boolean).join(' ')}
              value={typed[rule]}
              problem={problems[rule]}
              onChange={(value) => setTyped({ ...typed, [rule]: value })}
            />
          ))}
        </fieldset>
      ))}
      <TimeZoneField
        label={t('desk.weekBegins')}
        value={zone}
        onChange={setZone}
        disabled={!mayWrite}
        problem={zoneProblem}
      />
      {mayWrite && (
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} disabled={rules === null || !isChanged}>
            {t('desk.saveRules')}
          </Button>
          <Button variant="outline" onClick={() => setTyped(asTyped(stored.defaults))}>
            {t('desk.usualRules')}
          </Button>
        </div>
      )}
    </form>
  )
}

type FieldProps = {
  label: string
  hint: string
  value: string
  problem: string | undefined
  /** What can be chosen, with its value; without it a number is typed. */
  choices: readonly (readonly [value: string, name: string])[] | undefined
  onChange: (value: string) => void
}

function tiers() {
  const named = RANKED_TIERS.map((_, place) => [String(place + 1), tierAt(place + 1)] as const)
  return [['', t('desk.anyTier')] as const, ...named]
}

const FIELD =
  'min-h-11 w-full rounded-md scroll-my-32 border border-line bg-bg px-3 text-end text-ink disabled:opacity-55 aria-invalid:border-bad'

function RuleField({ label, hint, value, problem, choices, onChange }: FieldProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-[1fr_6rem] items-center gap-x-4">
      <div>
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-sm text-mut empty:hidden">
          {hint}
        </p>
      </div>
      {choices ? (
        <select
          id={id}
          value={value}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(event.target.value)}
          className={`${FIELD} pe-7`}
        >
          {choices.map(([each, name]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          required
          inputMode="numeric"
          autoComplete="off"
          value={value}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-hint ${id}-problem` : `${id}-hint`}
          onChange={(event) => onChange(event.target.value)}
          className={FIELD}
        />
      )}
      {problem && (
        <p id={`${id}-problem`} className="col-span-2 mt-1 text-sm text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}

const MAY_BE_EMPTY: ReadonlySet<Rule> = new Set(['entry_trophies', 'entry_tier', 'entry_prestige'])

/** The usual value where another one is typed, and what an empty bar stands for. */
function describeDefault(rule: Rule, { defaults, club_entry_trophies: bar }: Stored, typed: string): string {
  if (rule === 'entry_trophies') {
    if (bar === null) return t('desk.emptyGame')
    return bar === 0 ? t('desk.emptyAny') : t('desk.emptyBar', { trophies: formatThousands(bar) })
  }
  return MAY_BE_EMPTY.has(rule) || typed === String(defaults[rule])
    ? ''
    : t('desk.usually', { value: String(defaults[rule]) })
}

function asTyped(rules: RuleValues): Typed {
  const entries = Object.entries(rules).map(([rule, value]) => [rule, value === null ? '' : String(value)])
  return Object.fromEntries(entries) as Typed
}

function asRules(typed: Typed): RuleValues {
  const entries = Object.entries(typed).map(([rule, text]) => [rule, text.trim() === '' ? null : Number(text)])
  return Object.fromEntries(entries) as RuleValues
}

/** What is wrong with which rule, alone or beside another. Only bars may be empty. */
export function problemsOf(typed: Typed): Partial<Record<Rule, string>> {
  const wrong = keysOf(DESK_RULES).flatMap((rule): [Rule, string][] => {
    const text = typed[rule].trim()
    const { min, max } = DESK_RULES[rule]
    if (MAY_BE_EMPTY.has(rule) && text === '') return []
    const fits = /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max
    return fits ? [] : [[rule, t('desk.numberFromTo', { min, max: formatThousands(max) })]]
  })
  const days = { warn_after_days: Number(typed.warn_after_days), remove_after_days: Number(typed.remove_after_days) }
  const conflict = wrong.some(([rule]) => rule in days) ? null : ruleConflict(days)
  return { ...Object.fromEntries(wrong), ...(conflict !== null && { remove_after_days: conflict }) }
}

/** What these rules would suggest today, and about whom they differ from the stored ones. */
function LivePreview({ rules }: { rules: RuleValues }) {
  const { tag } = useDesk()
  const asked = useSettled(JSON.stringify(rules))
  const { data, error } = useQuery<Preview>({
    queryKey: ['POST /api/desk/{tag}/rules/preview', { tag, asked }],
    queryFn: ({ signal }) =>
      call(
        'POST /api/desk/{tag}/rules/preview',
        { params: { tag }, body: { rules: JSON.parse(asked) as RuleValues } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  return (
    <section
      aria-label={t('desk.preview')}
      // At the upper edge: the keyboard of a phone covers the lower one, where the field is that is typed in.
      className="sticky top-16 z-1 rounded-lg border border-edge border-s-4 border-s-acc bg-raise p-3.5 shadow-2xl"
    >
      <p role="status" className="font-semibold">
        {error ? t('desk.noPreview', { reason: error.message }) : data ? previewWords(data.counts) : t('desk.trying')}
      </p>
      {data && data.changes.length > 0 && (
        <details className="mt-1 text-sm">
          <summary className="cursor-pointer font-semibold">
            {t('desk.changed', { changes: data.changes.length })}
          </summary>
          <ul className="max-h-[30dvh] overflow-y-auto">
            {data.changes.map(({ player_tag, player_name, before, after }) => (
              <li key={player_tag}>
                <Text
                  id="desk.changeOf"
                  values={{
                    name: <bdi className="font-semibold">{nameOrTag(player_name, player_tag)}</bdi>,
                    before: suggestionText(before),
                    after: suggestionText(after),
                  }}
                />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const suggestionText = (suggestion: Preview['changes'][number]['after']) =>
  t(suggestion === null ? 'desk.nothing' : SUGGESTED[suggestion])
