import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { PASSWORD_MIN } from '#shared/limits.ts'
import { ApiError } from '../api/api-error.ts'
import { type CallArguments, call } from '../api/client.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { TextField } from '../ui/TextField.tsx'

type Passwords = NonNullable<CallArguments<'PUT /api/auth/password'>[0]>['body']

const NOTHING: Passwords = { old_password: '', new_password: '' }

/** Changes the password; every other session ends with it. */
export function PasswordForm() {
  const [passwords, setPasswords] = useState(NOTHING)
  const change = useMutation({
    mutationFn: (body: Passwords) => call('PUT /api/auth/password', { body }),
    onSuccess: () => setPasswords(NOTHING),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(passwords)
  }
  const problems = change.error instanceof ApiError ? change.error.fields : {}
  const field = (name: keyof Passwords) => ({
    type: 'password',
    required: true,
    minLength: PASSWORD_MIN,
    value: passwords[name],
    problem: problems[name],
    onChange: (event: { target: { value: string } }) => setPasswords({ ...passwords, [name]: event.target.value }),
  })
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TextField label="Old password" autoComplete="current-password" {...field('old_password')} />
      <TextField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN} characters. You stay logged in here, and nowhere else.`}
        {...field('new_password')}
      />
      <Button type="submit" variant="quiet" busy={change.isPending}>
        Change password
      </Button>
      {change.isSuccess && <Notice tone="good">Your password was changed. Every other session is over.</Notice>}
      {change.isError && <Notice tone="bad">{change.error.message}</Notice>}
    </form>
  )
}
