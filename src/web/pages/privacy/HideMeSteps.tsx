import { Check, Circle } from 'lucide-react'
import { fullTime } from '../../format/relative-time.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { PrivacyRequest } from './use-hide-me.ts'

type Props = {
  request: PrivacyRequest
  checking: boolean
  /** The icon was looked at, at least once. */
  checked: boolean
  error: Error | null
  onCheck: () => void
  onStartOver: () => void
}

const DONE: Record<PrivacyRequest['wish'], string> = {
  hide: 'The player is hidden. Pages that others have just looked at may take some minutes to follow.',
  delete: 'The history is deleted. Pages that others have just looked at may take some minutes to follow.',
  show: 'The player is shown again.',
}

/** The form that had the focus has gone: whoever works by keyboard or ear goes on here. */
function takeFocus(steps: HTMLElement | null): void {
  steps?.focus()
}

/** The two changes of the icon, one after the other, until the wish is carried out. */
export function HideMeSteps({ request, checking, checked, error, onCheck, onStartOver }: Props) {
  const { tag, steps, carried_out, wish, expires_at } = request
  return (
    <div className="max-w-prose" tabIndex={-1} ref={takeFocus}>
      <ol className="mb-4 space-y-2" aria-label={`Steps for ${tag}`}>
        {steps.map(({ instruction, done }) => (
          <li key={instruction} className="flex items-start gap-3">
            {done ? (
              <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-good" />
            ) : (
              <Circle aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-mut" />
            )}
            <span>
              {instruction} <span className="sr-only">{done ? 'Done' : 'Not done yet'}</span>
            </span>
          </li>
        ))}
      </ol>
      {carried_out ? (
        <Notice tone="good">{DONE[wish]}</Notice>
      ) : (
        <Notice>
          {checked && 'Looked at the icon just now. '}Look after each change; the game takes up to three minutes to tell
          it. This request is open until {fullTime(expires_at)}.
        </Notice>
      )}
      {error && (
        <div className="mt-3">
          <Notice tone="bad">{error.message}</Notice>
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {!carried_out && (
          <Button onClick={onCheck} busy={checking}>
            Look at my icon
          </Button>
        )}
        <Button variant="outline" onClick={onStartOver}>
          {carried_out ? 'Another player' : 'Start over'}
        </Button>
      </div>
    </div>
  )
}
