import { PASSWORD_MIN, USERNAME_MIN } from '#shared/limits.ts'
import { TextField } from '../ui/TextField.tsx'
import type { Problems, SignInMode, SignInValues } from './sign-in-rules.ts'

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
