import { useState } from 'react'
import { EMAIL, PASSWORD, USERNAME } from '#shared/account-rules.ts'
import { t } from '#shared/texts.ts'
import { TextField } from '#web/ui/ChoiceChips.tsx'

export type SignInMode = 'login' | 'register'
export type SignInValues = { identifier: string; username: string; email: string; password: string; api_key: string }

/** What is wrong with which field; empty when the form may be sent. */
export type Problems = Partial<Record<keyof SignInValues, string>>

/** What is wrong with the values of a form, by the rules that the server has too. */
export function problemsOf(mode: SignInMode, values: SignInValues): Problems {
  const { identifier, username, email, password } = values
  const problems: Record<string, string | null> =
    mode === 'login'
      ? { identifier: identifier.trim() === '' ? 'Email or username is required' : null }
      : { username: usernameProblem(username), email: emailProblem(email.trim()) }
  problems.password = passwordProblem(password)
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null))
}

function usernameProblem(username: string): string | null {
  const { min, max, pattern, patternProblem } = USERNAME
  if (username === '') return 'Username is required'
  if (!pattern.test(username)) return t(patternProblem)
  const fits = username.length >= min && username.length <= max
  return fits ? null : `Username must have ${min} to ${max} characters`
}

function emailProblem(email: string): string | null {
  if (email === '') return 'Email is required'
  return EMAIL.pattern.test(email) ? null : t(EMAIL.patternProblem)
}

function passwordProblem(password: string): string | null {
  if (password === '') return 'Password is required'
  return password.length >= PASSWORD.min ? null : `Password must have at least ${PASSWORD.min} characters`
}

type Props = {
  mode: SignInMode
  values: SignInValues
  problems: Problems
  onChange: (field: keyof SignInValues, value: string) => void
}

type Field = {
  name: keyof SignInValues
  label: string
  type: 'text' | 'email' | 'password'
  autoComplete: string
  required: boolean
  minLength?: number
  hint?: string
}

const LOGIN: readonly Field[] = [
  { name: 'identifier', label: 'Email or username', type: 'text', autoComplete: 'username', required: true },
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autoComplete: 'current-password',
    required: true,
    minLength: PASSWORD.min,
  },
]

const REGISTER: readonly Field[] = [
  {
    name: 'username',
    label: 'Username',
    type: 'text',
    autoComplete: 'username',
    required: true,
    minLength: USERNAME.min,
  },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email', required: true },
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autoComplete: 'new-password',
    required: true,
    minLength: PASSWORD.min,
    hint: `At least ${PASSWORD.min} characters`,
  },
]

const API_KEY: Field = {
  name: 'api_key',
  label: 'API key',
  type: 'password',
  autoComplete: 'off',
  required: false,
  hint: "Your own key of the game's API, used for your searches and refreshes only. It can be added later.",
}

/** The fields of login or registration. Few visitors have a key of their own: its field comes when they say so. */
export function SignInFields({ mode, values, problems, onChange }: Props) {
  const [hasKey, setHasKey] = useState(false)
  const fields = mode === 'login' ? LOGIN : REGISTER
  const shown = mode === 'register' && (hasKey || problems.api_key !== undefined) ? [...fields, API_KEY] : fields
  return (
    <>
      {shown.map((field) => (
        <TextField
          key={`${mode}-${field.name}`}
          {...field}
          ref={field === API_KEY ? focusOnce : undefined}
          spellCheck={false}
          autoCapitalize="none"
          value={values[field.name]}
          problem={problems[field.name]}
          onChange={(event) => onChange(field.name, event.target.value)}
        />
      ))}
      {mode === 'register' && shown === fields && (
        <button type="button" className="link min-h-6 self-start text-sm" onClick={() => setHasKey(true)}>
          I have a key
        </button>
      )}
    </>
  )
}

/** The focus follows to the field that a press brought. */
function focusOnce(field: HTMLInputElement | null): void {
  field?.focus()
}
