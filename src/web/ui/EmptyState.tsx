import type { ReactNode } from 'react'

type Props = { title: string; hint?: ReactNode; children?: ReactNode }

/** Says that there is nothing, why, and what to do next. */
export function EmptyState({ title, hint, children }: Props) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-edge px-4 py-8 text-center">
      <Ripples />
      <p className="font-semibold">{title}</p>
      {hint && <p className="max-w-prose text-sm text-mut">{hint}</p>}
      {children && <div className="mt-2 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}

function Ripples() {
  return (
    <svg
      viewBox="0 0 64 28"
      className="h-7 w-16 text-mut"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      aria-hidden="true"
    >
      <path strokeLinecap="round" d="M4 9q7-6 14 0t14 0 14 0 14 0" opacity=".9" />
      <path strokeLinecap="round" d="M12 19q5-5 10 0t10 0 10 0 10 0" opacity=".55" />
    </svg>
  )
}
