import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { count } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { normaliseTag } from '#shared/tag.ts'
import { type Answer, ApiError, call } from '#web/app/api-client.ts'
import { OF_DESKS, useSite } from '#web/app/queries.ts'
import { readText, writeText } from '#web/app/storage.ts'
import { ProofSteps } from '#web/chrome/ProofSteps.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/ChoiceChips.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { momentOf, useNow } from '#web/ui/RelativeTime.tsx'

type Proof = Answer<'POST /api/desk/proofs'>

/** Of this tab: on a phone the browser may forget the page while its visitor is in the game. */
const tabArea = () => sessionStorage
const keepProof = (id: string | null) => writeText('delphin.proof', id, tabArea)

/** Links a player to the account: the visitor wears two icons, one after the other. `left`: proofs that may begin today. */
export function LinkPlayer({ left }: { left: number }) {
  const { proof, begin, check, wear, startOver } = useProof()
  if (proof !== undefined) return <OpenProof proof={proof} check={check} wear={wear} onStartOver={startOver} />
  return <TagForm left={left} busy={begin.isPending || check.isPending} error={begin.error} onTag={begin.mutate} />
}

function useProof() {
  const client = useQueryClient()
  /** As the server told it last: checks and the demo's button answer in any order. */
  const [proof, setProof] = useState<Proof>()
  const begin = useMutation({
    mutationFn: (tag: string) => call('POST /api/desk/proofs', { body: { tag } }),
    onSuccess: (begun) => {
      setProof(begun)
      keepProof(begun.proof_id)
    },
  })
  const look = {
    onSuccess: (answer: Proof) => {
      const { state } = answer
      setProof(answer)
      if (state !== 'open') keepProof(null)
      if (state === 'proven') void client.invalidateQueries(OF_DESKS)
    },
    onError: (error: Error) => {
      if (error instanceof ApiError && error.status === 404) keepProof(null)
    },
  }
  const check = useMutation({
    ...look,
    mutationFn: (proof_id: string) => call('POST /api/desk/proofs/{proof_id}/check', { params: { proof_id } }),
  })
  const wear = useMutation({
    ...look,
    mutationFn: (proof_id: string) => call('POST /api/desk/proofs/{proof_id}/wear', { params: { proof_id } }),
  })
  const goOn = useEffectEvent(() => {
    const kept = readText('delphin.proof', tabArea)
    if (kept !== null) check.mutate(kept)
  })
  useEffect(() => goOn(), [])
  const startOver = () => {
    keepProof(null)
    setProof(undefined)
    begin.reset()
    check.reset()
    wear.reset()
    void client.invalidateQueries(OF_DESKS)
  }
  return { proof, begin, check, wear, startOver }
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
        To prove that a player is yours, wear two profile icons that we name, one after the other, within 15 minutes. No
        password of the game is asked for, ever.
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

type Reading = ReturnType<typeof useProof>
type OpenProofProps = { proof: Proof; check: Reading['check']; wear: Reading['wear']; onStartOver: () => void }

function OpenProof({ proof, check, wear, onStartOver }: OpenProofProps) {
  const { demo } = useSite()
  const { proof_id, tag, name, steps, state, expires_at } = proof
  const now = useNow()
  const shown = nameOrTag(name, tag)
  useChecks(proof, () => check.mutate(proof_id))
  return (
    <div className="grid gap-3">
      <p className="font-semibold">
        <bdi>{shown}</bdi> <span className="font-normal text-mut">{tag}</span>
      </p>
      <ProofSteps tag={tag} steps={steps} />
      {state === 'proven' && <Notice tone="good">This player is yours. Your club's desk is above.</Notice>}
      {state === 'over' && (
        <Notice tone="bad">The time for this proof is over. Start over: other icons are named.</Notice>
      )}
      {state === 'open' && (
        <Notice>
          Delphin looks every 30 seconds while this page is open; the game takes up to three minutes to tell a change.
          Open until {momentOf(expires_at, now)}. If you lack one of the icons, start over.
        </Notice>
      )}
      {demo && state === 'open' && (
        <Notice>
          <p className="mb-2">
            <b>Demo:</b> this player lives in a simulated game, so the demo can choose the icon in your place.
          </p>
          <Button variant="outline" busy={wear.isPending} onClick={() => wear.mutate(proof_id)}>
            Demo: set this icon for me
          </Button>
        </Notice>
      )}
      {(check.error ?? wear.error) && <Notice tone="bad">{(check.error ?? wear.error)?.message}</Notice>}
      <div className="flex flex-wrap gap-3">
        {state === 'open' && (
          <Button busy={check.isPending} onClick={() => check.mutate(proof_id)}>
            Look at my icon
          </Button>
        )}
        <Button variant="outline" onClick={onStartOver}>
          {state === 'proven' ? 'Link another player' : 'Start over'}
        </Button>
      </div>
    </div>
  )
}

const LEAST_WAIT_MS = 5000
const LONGEST_WAIT_MS = 30_000

/** Checks an open proof whenever the server reads the icon again, and when the visitor comes back from the game. */
function useChecks({ state, next_read_at }: Proof, onCheck: () => void): void {
  const check = useEffectEvent(onCheck)
  useEffect(() => {
    if (state !== 'open') return undefined
    const wait = Date.parse(next_read_at) - Date.now()
    // A wrong clock of the visitor neither hurries nor stops the checks.
    const timer = setTimeout(() => check(), Math.min(Math.max(LEAST_WAIT_MS, wait), LONGEST_WAIT_MS))
    const comeBack = () => document.visibilityState === 'visible' && check()
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', comeBack)
    }
  }, [state, next_read_at])
}
