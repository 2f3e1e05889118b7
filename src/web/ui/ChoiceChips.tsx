import { type ComponentProps, type ReactNode, useCallback, useId, useState } from 'react'
import { DEFAULT_TIMEFRAME, TIMEFRAMES, type Timeframe } from '#shared/days.ts'
import { t } from '#shared/texts.ts'
import { IN_PLACE } from '#web/app/addresses.ts'
import { useLocation, useNavigate } from '#web/router/Link.tsx'

type Props<Value extends string> = {
  legend: ReactNode
  /** The chosen value; null where the address holds none of the choices. */
  value: Value | null
  choices: readonly (readonly [value: Value, label: string])[]
  onChange: (value: Value) => void
}

/** A choice of one of a few values as chips. They are radio buttons: arrow keys move the choice, Tab enters them once. */
export function ChoiceChips<Value extends string>({ legend, value, choices, onChange }: Props<Value>) {
  const group = useId()
  const [chosen, choose] = useChosen(value, onChange)
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {choices.map(([each, name]) => (
          <RadioChip
            key={each}
            group={group}
            value={each}
            checked={each === chosen}
            onChoose={() => choose(each)}
            className="min-w-10 justify-center rounded-full border border-line px-3.5 transition-colors duration-120 has-checked:border-acc has-checked:bg-acc has-checked:font-semibold has-checked:text-onacc"
          >
            {name}
          </RadioChip>
        ))}
      </div>
    </fieldset>
  )
}

/** The chosen value and how to choose. A choice is marked at once; what it changes on the page may take longer. */
function useChosen<Value>(value: Value | null, onChange: (value: Value) => void) {
  const [wanted, want] = useState<{ value: Value; instead: Value | null } | null>(null)
  // The choice has taken effect, or something else has changed the value since.
  if (wanted !== null && wanted.instead !== value) want(null)
  const choose = (next: Value) => {
    want({ value: next, instead: value })
    onChange(next)
  }
  return [wanted === null ? value : wanted.value, choose] as const
}

type RadioChipProps = {
  /** The name that all radio buttons of the choice share. */
  group: string
  value: string | number
  checked: boolean
  onChoose: () => void
  className: string
  /** Its name for screen readers, where that is more than what is shown. */
  label?: string
  children: ReactNode
}

/** A radio button that looks like a chip: the invisible button covers its label. */
function RadioChip({ group, value, checked, onChoose, className, label, children }: RadioChipProps) {
  return (
    <label
      className={`relative inline-flex min-h-9 cursor-pointer items-center text-sm text-mut before:absolute before:inset-x-0 before:-inset-y-1 hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-acc forced-colors:has-checked:underline ${className}`}
    >
      <input
        type="radio"
        name={group}
        value={value}
        checked={checked}
        onChange={onChoose}
        aria-label={label}
        className="absolute inset-0 m-0 cursor-pointer opacity-0"
      />
      {children}
    </label>
  )
}

type SelectProps<Value extends string> = {
  label: string
  value: Value
  choices: readonly (readonly [value: Value, label: string])[]
  onChange: (value: Value) => void
  disabled?: boolean
  className?: string
}

/** A choice of one of several values from a list, with its label beside it. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, choices, onChange, disabled = false, className = '' } = props
  const id = useId()
  const choose = (text: string) => {
    const choice = choices.find(([each]) => each === text)
    if (choice) onChange(choice[0])
  }
  return (
    <div className={`flex min-w-0 flex-wrap items-center gap-x-2 ${className}`}>
      <label htmlFor={id} className="max-w-full shrink-0 text-sm text-mut">
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={(event) => choose(event.target.value)}
        className="min-h-11 max-w-full min-w-[min(6.5rem,100%)] flex-1 rounded-md border border-line bg-bg ps-3 pe-9 text-ink disabled:opacity-55"
      >
        {choices.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

type TimeframeProps = { value: Timeframe; onChange: (days: Timeframe) => void; label?: string }

/** The choice of a timeframe: 7, 14, 30 or 90 days. */
export function TimeframeChoice({ value, onChange, label = t('ui.timeframe') }: TimeframeProps) {
  const group = useId()
  const [chosen, choose] = useChosen(value, onChange)
  return (
    <fieldset className="flex gap-0.5 max-sm:gap-0">
      <legend className="sr-only">{label}</legend>
      {TIMEFRAMES.map((days) => (
        <RadioChip
          key={days}
          group={group}
          value={days}
          label={t('number.days', { days })}
          checked={days === chosen}
          onChoose={() => choose(days)}
          className="min-w-10 justify-center rounded-sm px-2 font-semibold has-checked:bg-raise has-checked:text-ink max-sm:px-1"
        >
          {days}
        </RadioChip>
      ))}
    </fieldset>
  )
}

/**
 * The timeframe in the address, and a function that changes it. The change replaces the entry of the browser's history:
 * Back leaves the page, whatever timeframes were chosen on it.
 */
export function useTimeframe(): [Timeframe, (days: Timeframe) => void] {
  const days = useLocation({ select: (location) => timeframeOf(location.searchStr) })
  const navigate = useNavigate()
  const choose = useCallback(
    (next: Timeframe) =>
      void navigate({ to: '.', search: (before) => withTimeframe(before, next), replace: true, ...IN_PLACE }),
    [navigate],
  )
  return [days, choose]
}

/** The timeframe that the search part of an address asks for with `?days=`; 30 days where it asks for none. */
export function timeframeOf(search: string): Timeframe {
  const asked = new URLSearchParams(search).get('days')
  return TIMEFRAMES.find((days) => String(days) === asked) ?? DEFAULT_TIMEFRAME
}

/** The query string, by name, with a timeframe; the default one is left out. */
export function withTimeframe(search: Record<string, string>, days: Timeframe): Record<string, string | undefined> {
  return { ...search, days: days === DEFAULT_TIMEFRAME ? undefined : String(days) }
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: string
  hint?: ReactNode
  /** What is wrong with the value. */
  problem?: string | undefined
}

/** A text field with its label, a hint and what is wrong with the value. */
export function TextField({ label, hint, problem, required, className = '', ...rest }: TextFieldProps) {
  const id = useId()
  const about = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
        {!required && <span className="font-normal text-mut"> {t('ui.optional')}</span>}
      </label>
      <input
        id={id}
        required={required}
        aria-invalid={problem ? true : undefined}
        aria-describedby={about || undefined}
        className="min-h-11 w-full rounded-md border border-line bg-bg px-3.5 py-2 text-ink aria-invalid:border-bad"
        {...rest}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-mut">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className="mt-1 text-sm text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}
