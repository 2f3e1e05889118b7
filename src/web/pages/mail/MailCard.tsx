import type { ReactNode } from 'react'
import { LoneDolphin } from '#web/ui/Dolphin.tsx'
import { type Look, MailPicture } from './MailPicture.tsx'

export type MailLook = Look | 'sunk'

type Props = {
  /** `sunk`: it does not work. */
  look: MailLook
  title: ReactNode
  hint?: ReactNode
  children: ReactNode
}

/** A page that a mail leads to, or that asks for one: a single card in the sea. */
export function MailCard({ look, title, hint, children }: Props) {
  return (
    <div className="flex flex-col justify-center sm:py-14 lg:min-h-[60dvh]">
      <div className="sea mx-auto w-full max-w-2xl rounded-lg border border-edge pt-5 pb-14 [--sea:4.5rem]">
        <div className="flex justify-center">
          {look === 'sunk' ? <LoneDolphin sunk className="h-24 w-40 [&>g]:hidden" /> : <MailPicture look={look} />}
        </div>
        <div className="grid gap-4 px-4 pt-4 sm:px-8">
          <div className="text-center">
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
  <div className="grid gap-3 sm:flex sm:flex-wrap sm:justify-center">{children}</div>
)
