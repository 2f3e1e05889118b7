import type { ReactNode } from 'react'
import { LoneDolphin } from '#web/ui/Dolphin.tsx'
import { MailPicture } from './MailPicture.tsx'

type Props = {
  /** `alone`: there is nothing to do here. `sunk`: it does not work. */
  look: Parameters<typeof MailPicture>[0]['look'] | 'alone' | 'sunk'
  title: ReactNode
  hint?: ReactNode
  children: ReactNode
}

/** A page that a mail leads to, or that asks for one: a single card below a strip of water. */
export function MailCard({ look, title, hint, children }: Props) {
  return (
    <div className="sm:py-14">
      <div className="mx-auto max-w-xl overflow-hidden rounded-lg border border-edge bg-card">
        <div className="pod-deep relative flex justify-center pt-4 pb-6">
          {look === 'alone' || look === 'sunk' ? (
            <LoneDolphin sunk={look === 'sunk'} className="h-24 w-40" />
          ) : (
            <MailPicture look={look} />
          )}
          <svg
            viewBox="0 0 400 14"
            preserveAspectRatio="none"
            className="absolute inset-x-0 bottom-0 h-4 w-full"
            aria-hidden="true"
          >
            <path d="M0 6q25-8 50 0t50 0 50 0 50 0 50 0 50 0 50 0 50 0v9H0z" style={{ fill: 'var(--card)' }} />
          </svg>
        </div>
        <div className="grid gap-4 px-4 pt-2 pb-4 sm:px-5">
          <div>
            <h1 className="text-2xl font-extrabold text-balance">{title}</h1>
            {hint && (
              <div dir="auto" className="mt-1 text-mut">
                {hint}
              </div>
            )}
          </div>
          {children}
        </div>
      </div>
    </div>
  )
}

/** The ways on; the first is the usual one. */
export const Ways = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-3 sm:flex sm:flex-wrap">{children}</div>
)
