import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { count } from '#shared/number-format.ts'
import { normaliseTag } from '#shared/tag.ts'
import { call } from '#web/app/api-client.ts'
import { followAccount } from '#web/app/mine.ts'
import { OF_DESKS } from '#web/app/queries.ts'
import { OpenProof, useProof } from '#web/chrome/Proof.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/ChoiceChips.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** Links a player to the account: the visitor changes the icon, and back. `left`: proofs that may begin today. */
export function LinkPlayer({ left }: { left: number }) {
  const client = useQueryClient()
  const running = useProof({
    kept: 'delphin.proof',
    begin: (tag: string) => call('POST /api/desk/proofs', { body: { tag } }),
    onEnd: () => {
      void client.invalidateQueries(OF_DESKS)
      // The first proven player is the user from now on.
      void followAccount()
    },
  })
  const { proof, begin, check } = running
  if (proof !== undefined) {
    const outcome = "This player is yours. Your club's desk is above."
    return <OpenProof {...running} proof={proof} outcome={outcome} another="Link another player" />
  }
  return (
    <TagForm
      left={left}
      busy={begin.isPending || check.isPending}
      error={begin.error}
      onTag={(tag) => begin.mutate(tag)}
    />
  )
}

type FormProps = { left: number; busy: boolean; error: Error | null; onTag: (tag: string) => void }

function TagForm({ left, busy, error, onTag }: FormProps) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const tag = normaliseTag(typed)
    setProblem(tag === null ? 'Invalid search tag' : undefined)
    if (tag !== null) onTag(tag)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <p className="max-w-prose text-mut">
        To prove it is your player, change the icon in the game and back within 20 minutes.
      </p>
      <TextField
        label="Player tag"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        problem={problem}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" busy={busy} disabled={left === 0} className="justify-self-start">
        Link this player
      </Button>
      <p className="text-sm text-mut">
        {left === 0 ? 'You can try again tomorrow: today’s proofs are used up.' : `${count(left, 'proof')} left today.`}
      </p>
      {error && <Notice tone="bad">{error.message}</Notice>}
    </form>
  )
}
