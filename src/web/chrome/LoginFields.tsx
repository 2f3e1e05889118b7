import { type ReactNode, useState } from 'react'
import { EMAIL, PASSWORD, USERNAME } from '#shared/account-rules.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { TextField } from '#web/ui/fields.tsx'

export type LoginMode = 'login' | 'register'
export type LoginValues = { identifier: string; username: string; email: string; password: string; api_key: string }

/** What is wrong with which field; empty when the form may be sent. */
export type Problems = Partial<Record<keyof LoginValues, string>>

/** What is wrong with the values of a form, by the rules that the server has too. */
export function problemsOf(mode: LoginMode, values: LoginValues): Problems {
  const { identifier, username, email, password } = values
  const problems: Record<string, string | null> =
    mode === 'login'
      ? { identifier: identifier.trim() === '' ? t('account.noIdentifier') : null }
      : { username: usernameProblem(username), email: emailProblem(email.trim()) }
  problems.password = passwordProblem(password)
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null))
}

function usernameProblem(username: string): string | null {
  const { min, max, pattern, patternProblem } = USERNAME
  if (username === '') return t('account.noUsername')
  if (!pattern.test(username)) return t(patternProblem)
  const fits = username.length >= min && username.length <= max
  return fits ? null : t('account.usernameLength', { min, max })
}

function emailProblem(email: string): string | null {
  if (email === '') return t('account.noEmail')
  return EMAIL.pattern.test(email) ? null : t(EMAIL.patternProblem)
}

function passwordProblem(password: string): string | null {
  if (password === '') return t('account.noPassword')
  return password.length >= PASSWORD.min ? null : t('account.shortPassword', { min: PASSWORD.min })
}

type Props = {
  mode: LoginMode
  values: LoginValues
  problems: Problems
  onChange: (field: keyof LoginValues, value: string) => void
  /** Links beside the one that shows the password. */
  children?: ReactNode
}

type Field = {
  name: keyof LoginValues
  label: PlainTextId
  type: 'text' | 'email' | 'password'
  autoComplete: string
  required: boolean
  minLength?: number
  hint?: () => string
}

const LOGIN: readonly Field[] = [
  { name: 'identifier', label: 'account.identifier', type: 'text', autoComplete: 'username', required: true },
  {
    name: 'password',
    label: 'account.password',
    type: 'password',
    autoComplete: 'current-password',
    required: true,
    minLength: PASSWORD.min,
  },
]

const REGISTER: readonly Field[] = [
  {
    name: 'username',
    label: 'account.username',
    type: 'text',
    autoComplete: 'username',
    required: true,
    minLength: USERNAME.min,
  },
  { name: 'email', label: 'account.email', type: 'email', autoComplete: 'email', required: true },
  {
    name: 'password',
    label: 'account.password',
    type: 'password',
    autoComplete: 'new-password',
    required: true,
    minLength: PASSWORD.min,
    hint: () => t('account.atLeast', { min: PASSWORD.min }),
  },
]

const API_KEY: Field = {
  name: 'api_key',
  label: 'account.apiKey',
  type: 'password',
  autoComplete: 'off',
  required: false,
  hint: () => t('account.apiKeyHelp'),
}

/** The fields of login or registration. Few visitors have a key of their own: its field comes when they say so. */
export function LoginFields({ mode, values, problems, onChange, children }: Props) {
  const [isPlain, setPlain] = useState(false)
  const [hasKey, setHasKey] = useState(false)
  const fields = mode === 'login' ? LOGIN : REGISTER
  const shown = mode === 'register' && (hasKey || problems.api_key !== undefined) ? [...fields, API_KEY] : fields
  return (
    <>
      {shown.map((field) => (
        <TextField
          key={`${mode}-${field.name}`}
          {...field}
          type={isPlain && field.name === 'password' ? 'text' : field.type}
          label={t(field.label)}
          hint={field.hint?.()}
          ref={field === API_KEY ? focusOnce : undefined}
          spellCheck={false}
          autoCapitalize="none"
          value={values[field.name]}
          problem={problems[field.name]}
          onChange={(event) => onChange(field.name, event.target.value)}
        />
      ))}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2 text-sm">
        <button type="button" className="link min-h-6" onClick={() => setPlain(!isPlain)}>
          {t(isPlain ? 'account.hidePassword' : 'account.showPassword')}
        </button>
        {mode === 'register' && shown === fields && (
          <button type="button" className="link min-h-6" onClick={() => setHasKey(true)}>
            {t('account.haveKey')}
          </button>
        )}
        {children}
      </div>
    </>
  )
}

/** The focus follows to the field that a press brought. */
function focusOnce(field: HTMLInputElement | null): void {
  field?.focus()
}
