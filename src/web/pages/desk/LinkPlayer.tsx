import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { normaliseTag } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { call } from '#web/app/api-client.ts'
import { followAccount } from '#web/app/follow-account.ts'
import { OF_DESKS } from '#web/app/queries.ts'
import { OpenProof, useProof } from '#web/chrome/Proof.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Notice } from '#web/ui/Notice.tsx'

type Props = {
  /** Proofs that may begin today. */
  left: number
  /** What the field holds at first. */
  tag?: string | undefined
}

/** Links a player to the account: the visitor changes the icon, and back. */
export function LinkPlayer({ left, tag = '' }: Props) {
  const client = useQueryClient()
  const running = useProof({
    kept: 'delphin.proof',
    begin: (asked: string) => call('POST /api/desk/proofs', { body: { tag: asked } }),
    onEnd: () => {
      void client.invalidateQueries(OF_DESKS)
      // The first proven player is the user from now on.
      void followAccount()
    },
  })
  const { proof, begin, check } = running
  if (proof !== undefined) {
    return <OpenProof {...running} proof={proof} outcome={t('desk.yoursNow')} another={t('desk.linkAnother')} />
  }
  return (
    <TagForm
      left={left}
      tag={tag}
      busy={begin.isPending || check.isPending}
      error={begin.error}
      onTag={(asked) => begin.mutate(asked)}
    />
  )
}

type FormProps = { left: number; tag: string; busy: boolean; error: Error | null; onTag: (tag: string) => void }

function TagForm({ left, tag, busy, error, onTag }: FormProps) {
  const [typed, setTyped] = useState(tag)
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const asked = normaliseTag(typed)
    setProblem(asked === null ? t('account.invalidTag') : undefined)
    if (asked !== null) onTag(asked)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <p className="max-w-prose text-mut">{t('desk.linkPlayerHelp')}</p>
      <TextField
        label={t('account.playerTag')}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        problem={problem}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" busy={busy} className="justify-self-start">
        {t('desk.linkPlayer')}
      </Button>
      <p className="text-sm text-mut">{left === 0 ? t('desk.noProofs') : t('desk.proofs', { proofs: left })}</p>
      {error && <Notice tone="bad">{error.message}</Notice>}
    </form>
  )
}
