import { useMutation } from '@tanstack/react-query'
import { Check, Circle, Shuffle } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { nameOrTag } from '#shared/plain-name.ts'
import { proofStep } from '#shared/proof-steps.ts'
import { t } from '#shared/texts.ts'
import { type Answer, ApiError, call } from '#web/app/api-client.ts'
import { useArt, useSite } from '#web/app/queries.ts'
import { readText, writeText } from '#web/app/storage.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { momentOf } from '#web/ui/date-words.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { useNow } from '#web/ui/RelativeTime.tsx'
import { Text } from '#web/ui/Text.tsx'

export type Proof = Answer<'POST /api/desk/proofs'>

/**
 * Where the id of an open proof is kept. A user's outlives the tab, which a phone may forget while they are in the game: the
 * server shows it to them alone. To a proof without an account its id is the only key, and it ends with the tab.
 */
const AREAS = { 'delphin.proof': () => localStorage, 'delphin.privacy-proof': () => sessionStorage }

type Options<Asked> = {
  kept: keyof typeof AREAS
  begin: (asked: Asked) => Promise<Proof>
  onEnd?: (proof: Proof | null) => void
}

/** The state of a proof that a player is the visitor's, from the form to the end. */
export function useProof<Asked>({ kept, begin: ask, onEnd }: Options<Asked>) {
  /** As the server told it last: checks and the demo's button answer in any order. */
  const [proof, setProof] = useState<Proof>()
  const area = AREAS[kept]
  const keep = (id: string) => writeText(kept, id, area)
  /** Another tab may have gone on with the proof under a new id, which stays. */
  const forget = (id: string) => readText(kept, area) === id && writeText(kept, null, area)
  const begin = useMutation({
    mutationFn: ask,
    onSuccess: (begun) => {
      setProof(begun)
      keep(begun.proof_id)
    },
  })
  const look = {
    onSuccess: (answer: Proof) => {
      setProof(answer)
      if (answer.state !== 'done' && answer.state !== 'over') return
      forget(answer.proof_id)
      onEnd?.(answer)
    },
    onError: (error: Error, id: string) => {
      if (error instanceof ApiError && error.status === 404) forget(id)
    },
  }
  const check = useMutation({
    ...look,
    mutationFn: (proof_id: string) => call('POST /api/proofs/{proof_id}/check', { params: { proof_id } }),
  })
  const wear = useMutation({
    ...look,
    mutationFn: (proof_id: string) => call('POST /api/proofs/{proof_id}/wear', { params: { proof_id } }),
  })
  const goOn = useEffectEvent(() => {
    const id = readText(kept, area)
    if (id !== null) check.mutate(id)
  })
  useEffect(() => goOn(), [])
  const startOver = useMutation({
    mutationFn: async () => {
      const isOpen = proof?.state === 'open' || proof?.state === 'waiting'
      if (isOpen) await call('DELETE /api/proofs/{proof_id}', { params: { proof_id: proof.proof_id } })
    },
    onSettled: () => {
      if (proof) forget(proof.proof_id)
      setProof(undefined)
      for (const each of [begin, check, wear]) each.reset()
      onEnd?.(null)
    },
  })
  return { proof, begin, check, wear, startOver }
}

type Running = ReturnType<typeof useProof>
type Props = Pick<Running, 'check' | 'wear' | 'startOver'> & {
  proof: Proof
  /** What was done after the last step. */
  outcome: ReactNode
  /** Names the button after the end. */
  another: string
}

/** A proof that has begun: what to do next, and what was seen. */
export function OpenProof({ proof, check, wear, startOver, outcome, another }: Props) {
  const { proof_id, tag, name, state } = proof
  const { demo } = useSite()
  useChecks(proof, () => check.mutate(proof_id))
  const error = check.error ?? wear.error
  const isRunning = state === 'open' || state === 'waiting'
  return (
    <div className="grid max-w-prose gap-4">
      <p className="font-semibold">
        <bdi>{nameOrTag(name, tag)}</bdi> <span className="font-normal text-mut">{tag}</span>
      </p>
      <ProofSteps proof={proof} />
      {state === 'done' && <Notice tone="good">{outcome}</Notice>}
      {state === 'over' && <Notice tone="bad">{t('account.proofOver')}</Notice>}
      {state === 'waiting' && <Waiting proof={proof} />}
      {state === 'open' && !demo && <Looking proof={proof} />}
      {state === 'open' && demo && (
        <Notice>
          <p className="mb-2">
            <Text id="account.proofDemo" values={{ b: (words) => <b>{words}</b> }} />
          </p>
          <Button variant="outline" busy={wear.isPending} onClick={() => wear.mutate(proof_id)}>
            {t('account.proofStep')}
          </Button>
        </Notice>
      )}
      {error && <Notice tone="bad">{error.message}</Notice>}
      <div className="flex flex-wrap gap-3">
        {state === 'open' && !demo && (
          <Button busy={check.isPending} onClick={() => check.mutate(proof_id)}>
            {t('account.look')}
          </Button>
        )}
        <Button variant="outline" busy={startOver.isPending} onClick={() => startOver.mutate()}>
          {isRunning ? t('account.giveUp') : state === 'done' ? another : t('account.startOver')}
        </Button>
      </div>
    </div>
  )
}

/** Somebody else proves the same player. Changes made now would count for nobody here. */
function Waiting({ proof: { starts_at } }: { proof: Proof }) {
  const now = useNow()
  return (
    <Notice>
      <Text id="account.proofWaiting" values={{ b: (words) => <b>{words}</b>, time: momentOf(starts_at, now) }} />
    </Notice>
  )
}

function Looking({ proof: { steps, current_icon, expires_at } }: { proof: Proof }) {
  const now = useNow()
  const old = steps.find(({ icon }) => icon !== null)?.icon
  return (
    <Notice>
      {current_icon === null
        ? t('account.iconFirst')
        : current_icon === old
          ? t('account.iconOld')
          : t('account.iconOther')}{' '}
      {t('account.looking', { time: momentOf(expires_at, now) })}
    </Notice>
  )
}

const LEAST_WAIT_MS = 5000
const LONGEST_WAIT_MS = 30_000

/** Checks an open proof every 30 seconds, and when the visitor comes back from the game. */
function useChecks(proof: Proof, onCheck: () => void): void {
  const check = useEffectEvent(onCheck)
  // Each answer begins the next wait, also one that says the same.
  useEffect(() => {
    const { state, next_read_at } = proof
    if (state !== 'open' && state !== 'waiting') return undefined
    const wait = state === 'open' ? Date.parse(next_read_at) - Date.now() : LONGEST_WAIT_MS
    // A wrong clock of the visitor neither hurries nor stops the checks.
    const timer = setTimeout(() => check(), Math.min(Math.max(LEAST_WAIT_MS, wait), LONGEST_WAIT_MS))
    const comeBack = () => document.visibilityState === 'visible' && check()
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', comeBack)
    }
  }, [proof])
}

/** The steps, each with the icon to wear and whether it was seen. They take the focus when they appear. */
function ProofSteps({ proof: { tag, name, steps } }: { proof: Proof }) {
  const next = steps.findIndex(({ done }) => !done)
  return (
    <div tabIndex={-1} ref={takeFocus} className="outline-none">
      <ol className="grid gap-2" aria-label={t('account.stepsFor', { tag })}>
        {steps.map(({ instruction, icon, done }, place) => (
          <li
            key={instruction}
            aria-current={place === next ? 'step' : undefined}
            className={`flex items-center gap-3 rounded-lg border p-3 ${place === next ? 'border-acc' : 'border-edge text-mut'}`}
          >
            <IconPicture icon={icon} name={nameOrTag(name, tag)} />
            <span className="min-w-0 flex-1">
              {proofStep(place)} <span className="sr-only">{done ? t('account.stepDone') : t('account.stepOpen')}</span>
            </span>
            {done ? (
              <Check aria-hidden="true" className="size-6 shrink-0 text-good" />
            ) : (
              <Circle aria-hidden="true" className="size-6 shrink-0 text-mut" />
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The form that had the focus has disappeared. Visitors with a keyboard or screen reader go on from here. */
function takeFocus(steps: HTMLElement | null): void {
  steps?.focus()
}

type PictureProps = { icon: number | null; name: string }

/** The game's picture of the old icon where the site has pictures, else a crest of ours. Null: any other icon. */
function IconPicture({ icon, name }: PictureProps) {
  const art = useArt('player', icon)
  if (icon !== null) return <Avatar art={art} seed={String(icon)} name={name} className="size-12 rounded-md" />
  return (
    <span className="grid size-12 shrink-0 place-items-center rounded-md border-2 border-dashed border-line">
      <Shuffle aria-hidden="true" className="size-5 text-mut" />
    </span>
  )
}
