import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/client.ts'
import { useSessionStore } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { TextField } from '../ui/TextField.tsx'
import { forgetSearchedNames } from './searched-names.ts'

/** Deletes the account for good, when the password says that it is its owner who wants it. */
export function DeleteAccountForm({ onGone }: { onGone: () => void }) {
  const { becomeGuest } = useSessionStore()
  const [password, setPassword] = useState('')
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/auth/account', { body: { password } }),
    onSuccess: () => {
      onGone()
      forgetSearchedNames()
      void becomeGuest()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    remove.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <p className="text-mut">
        Your account, API key, searches and sessions are deleted at once. There is no way back.
      </p>
      <TextField
        label="Your password"
        required
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="danger" disabled={password === ''} busy={remove.isPending}>
        Delete account for good
      </Button>
      {remove.isError && <Notice tone="bad">{remove.error.message}</Notice>}
    </form>
  )
}
