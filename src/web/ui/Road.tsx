import { type ReactNode, useId } from 'react'
import { BODY } from './Dolphin.tsx'

type Props = {
  /** The figure where the way begins; empty for nothing. */
  from: string
  /** How much of the way is done, in percent. */
  share: number
  /** What stands at the end: a flag, an emblem. */
  goal: ReactNode
}

/** The way to the next step: waves, a dolphin where the player is, and the goal. The numbers stand beside it. */
export function Road({ from, share, goal }: Props) {
  const waves = useId()
  const done = `${Math.min(100, Math.max(0, share))}%`
  return (
    <span aria-hidden="true" dir="ltr" className="mt-1.5 flex items-end gap-2 rtl:-scale-x-100">
      {from !== '' && <span className="text-sm leading-none text-mut rtl:-scale-x-100">{from}</span>}
      <span className="relative block h-8 min-w-0 flex-1">
        <svg
          aria-hidden="true"
          className="absolute inset-x-0 bottom-0 h-3 w-full"
          fill="none"
          strokeLinecap="round"
          strokeWidth="2.5"
        >
          <pattern id={waves} width="20" height="12" patternUnits="userSpaceOnUse">
            <path d="M-5 6q5 6 10 0t10 0 10 0" stroke="var(--line)" strokeOpacity=".55" />
          </pattern>
          <pattern id={`${waves}-done`} width="20" height="12" patternUnits="userSpaceOnUse">
            <path d="M-5 6q5 6 10 0t10 0 10 0" stroke="var(--acc)" />
          </pattern>
          <rect width="100%" height="12" fill={`url(#${waves})`} />
          <rect width={done} height="12" fill={`url(#${waves}-done)`} />
        </svg>
        {/* At the start and at the end the dolphin is whole within the road. */}
        <span className="absolute inset-y-0 start-0 end-7 block">
          <svg aria-hidden="true" viewBox="1 12 63 54" className="absolute bottom-1.5 size-7" style={{ left: done }}>
            <path className="fill-acc" d={BODY} />
          </svg>
        </span>
      </span>
      <span className="mb-0.5 shrink-0">{goal}</span>
    </span>
  )
}
