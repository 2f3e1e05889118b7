import { PASSWORD_MIN, USERNAME_MAX, USERNAME_MIN } from '#shared/limits.ts'
import { TextField } from '#web/ui/TextField.tsx'

export type SignInMode = 'login' | 'register'
export type SignInValues = { identifier: string; username: string; email: string; password: string; api_key: string }

/** What is wrong with which field; nothing when the form may be sent. */
export type Problems = Partial<Record<keyof SignInValues, string>>

const USERNAME = /^[A-Za-z0-9._-]+$/
const EMAIL = /^[!-?A-~]{1,64}@[a-z\d-]+(?:\.[a-z\d-]+)+$/i

/** Checks the form of a mode by the rules that the server has too. */
export function problemsOf(mode: SignInMode, values: SignInValues): Problems {
  const found: [keyof SignInValues, string | null][] =
    mode === 'login'
      ? [['identifier', values.identifier.trim() === '' ? 'Email or username is required' : null]]
      : [
          ['username', usernameProblem(values.username)],
          ['email', emailProblem(values.email.trim())],
        ]
  found.push(['password', passwordProblem(values.password)])
  return Object.fromEntries(found.filter(([, problem]) => problem !== null))
}

function usernameProblem(username: string): string | null {
  if (username === '') return 'Username is required'
  if (!USERNAME.test(username)) return 'Username can only contain letters, numbers, dots, underscores, and hyphens'
  const fits = username.length >= USERNAME_MIN && username.length <= USERNAME_MAX
  return fits ? null : `Username must have ${USERNAME_MIN} to ${USERNAME_MAX} characters`
}

function emailProblem(email: string): string | null {
  if (email === '') return 'Email is required'
  return EMAIL.test(email) ? null : 'Enter a valid email address'
}

function passwordProblem(password: string): string | null {
  if (password === '') return 'Password is required'
  return password.length >= PASSWORD_MIN ? null : `Password must have at least ${PASSWORD_MIN} characters`
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
    minLength: PASSWORD_MIN,
  },
]

const REGISTER: readonly Field[] = [
  {
    name: 'username',
    label: 'Username',
    type: 'text',
    autoComplete: 'username',
    required: true,
    minLength: USERNAME_MIN,
  },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email', required: true },
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autoComplete: 'new-password',
    required: true,
    minLength: PASSWORD_MIN,
    hint: `At least ${PASSWORD_MIN} characters`,
  },
  {
    name: 'api_key',
    label: 'API key',
    type: 'password',
    autoComplete: 'off',
    required: false,
    hint: "Your own key of the game's API, used for your searches only. It can be added later.",
  },
]

/** The fields of login or registration. */
export function SignInFields({ mode, values, problems, onChange }: Props) {
  return (mode === 'login' ? LOGIN : REGISTER).map((field) => (
    <TextField
      key={`${mode}-${field.name}`}
      {...field}
      spellCheck={false}
      autoCapitalize="none"
      value={values[field.name]}
      problem={problems[field.name]}
      onChange={(event) => onChange(field.name, event.target.value)}
    />
  ))
}
