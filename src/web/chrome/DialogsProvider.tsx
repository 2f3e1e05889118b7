import { lazy, type ReactNode, Suspense, useState } from 'react'
import { NavMenu } from './NavMenu.tsx'
import { type DialogName, DialogsContext } from './use-dialogs.ts'

const SignInDialog = lazy(() => import('./SignInDialog.tsx').then((file) => ({ default: file.SignInDialog })))
const ProfileDialog = lazy(() => import('./ProfileDialog.tsx').then((file) => ({ default: file.ProfileDialog })))

/** Holds which dialog is open, at most one; forms come only when they are asked for. */
export function DialogsProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<DialogName | null>(null)
  const close = () => setOpen(null)
  return (
    <DialogsContext value={setOpen}>
      {children}
      <Suspense>
        {open === 'menu' && <NavMenu onClose={close} />}
        {(open === 'login' || open === 'register') && <SignInDialog mode={open} onMode={setOpen} onClose={close} />}
        {open === 'profile' && <ProfileDialog onClose={close} />}
      </Suspense>
    </DialogsContext>
  )
}
