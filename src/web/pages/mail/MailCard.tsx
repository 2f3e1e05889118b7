import type { ReactNode } from 'react'
import { LoneDolphin } from '#web/ui/Dolphin.tsx'
import { Water } from '#web/ui/Water.tsx'
import { type Look, MailPicture } from './MailPicture.tsx'

export type MailLook = Look | 'sunk'

type Props = {
  /** `sunk`: it does not work. */
  look: MailLook
  title: ReactNode
  hint?: ReactNode
  children: ReactNode
}

/** A page that a mail leads to, or that asks for one: a single card below a strip of water. */
export function MailCard({ look, title, hint, children }: Props) {
  return (
    <div className="flex flex-col justify-center sm:py-14 lg:min-h-[60dvh]">
      <div className="mx-auto w-full max-w-xl overflow-hidden rounded-lg border border-edge bg-card">
        <div className="relative z-1 flex justify-center pt-4 pb-6">
          <Water />
          {look === 'sunk' ? <LoneDolphin sunk className="h-24 w-40" /> : <MailPicture look={look} />}
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
