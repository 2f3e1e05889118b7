import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { type Answer, call } from '../api/client.ts'
import { useSite } from '../api/site.ts'
import { useSession, useSessionStore } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { TextField } from '../ui/TextField.tsx'

/** Stores the user's own key of the game's API. */
export function ApiKeyForm() {
  const { updateUser } = useSessionStore()
  const refused = useSession().user?.api_key_status === 'refused'
  const { public_ip } = useSite()
  const [key, setKey] = useState('')
  const update = useMutation({
    mutationFn: (api_key: string) => call('PUT /api/auth/update-api-key', { body: { api_key } }),
    onSuccess: ({ api_key_status }) => {
      updateUser({ has_api_key: true, api_key_status })
      setKey('')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (key.trim() !== '') update.mutate(key.trim())
  }
  return (
    <form onSubmit={submit} className="mt-4 flex flex-col gap-3 border-t border-edge pt-4">
      <TextField
        label="API key"
        required
        type="password"
        autoComplete="off"
        value={key}
        onChange={(event) => setKey(event.target.value)}
        hint={refused && !update.isSuccess ? refusedHint(public_ip) : addressHint(public_ip)}
      />
      <Button type="submit" variant="quiet" disabled={key.trim() === ''} busy={update.isPending}>
        Update API Key
      </Button>
      {update.isSuccess && <Outcome {...update.data} />}
      {update.isError && <Notice tone="bad">{failureText(update.error)}</Notice>}
    </form>
  )
}

/** A key that the game refuses is kept, and is no success. */
function Outcome({ api_key_status, message }: Answer<'PUT /api/auth/update-api-key'>) {
  if (api_key_status === 'refused') return <Notice tone="bad">{message}</Notice>
  return <Notice tone="good">{api_key_status === 'active' ? 'API key updated successfully!' : message}</Notice>
}

function addressHint(address: string | null): string | undefined {
  return address === null ? undefined : `Keys of the game are bound to an address: allow ${address} for this one.`
}

function refusedHint(address: string | null): string {
  return `The game refused your key. Allow ${address ?? "this server's address"} for it and save it again; searches go on without it.`
}

function failureText(error: Error): string {
  if (!(error instanceof ApiError) || error.kind !== 'answer') return 'Error updating API key.'
  return ['Failed to update API key. Please try again.', error.sentence].filter(Boolean).join(' ')
}
