import { useId } from 'react'
import { t } from '#shared/texts.ts'
import { TextField } from '#web/ui/fields.tsx'

type Props = {
  label: string
  value: string
  onChange: (zone: string) => void
  problem?: string | undefined
  disabled?: boolean
}

/** A time zone. The list begins with the browser's own and is searched by typing; the server knows what is none. */
export function TimeZoneField({ label, value, onChange, problem, disabled = false }: Props) {
  const list = useId()
  return (
    <>
      <TextField
        label={label}
        required
        list={list}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        hint={t('desk.timeZoneHelp')}
        value={value}
        problem={problem}
        disabled={disabled}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {timeZones().map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </datalist>
    </>
  )
}

export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

function timeZones(): string[] {
  return [...new Set([ownTimeZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])]
}
