import { Check, Circle } from 'lucide-react'
import { useArt } from '#web/app/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'

type Step = { instruction: string; icon: number; done: boolean }

/** The two icons by which visitors prove that a player is theirs, each with whether it was worn. It takes the focus when it appears. */
export function ProofSteps({ tag, steps }: { tag: string; steps: readonly Step[] }) {
  return (
    <div tabIndex={-1} ref={takeFocus} className="mb-4 outline-none">
      <ol className="space-y-2" aria-label={`Steps for ${tag}`}>
        {steps.map(({ instruction, icon, done }) => (
          <li key={instruction} className="flex items-start gap-3">
            {done ? (
              <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-good" />
            ) : (
              <Circle aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-mut" />
            )}
            <IconPicture icon={icon} />
            <span>
              {instruction} <span className="sr-only">{done ? 'Done' : 'Not done yet'}</span>
            </span>
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

/** The first icon of the game, from which the others are counted. */
const FIRST_ICON = 28_000_000

/** The game's picture of an icon where an art host is configured, else a crest of ours with the icon's number. */
function IconPicture({ icon }: { icon: number }) {
  const art = useArt('player', icon)
  const number = String(icon - FIRST_ICON + 1)
  return <Avatar art={art} seed={String(icon)} name={number} className="size-12 rounded-md" />
}
