import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type DialogName, DialogsContext } from './use-dialogs.ts'

const NavMenu = lazy(() => import('./NavMenu.tsx').then((file) => ({ default: file.NavMenu })))
const SignInDialog = lazy(() => import('./SignInDialog.tsx').then((file) => ({ default: file.SignInDialog })))
const ProfileDialog = lazy(() => import('./ProfileDialog.tsx').then((file) => ({ default: file.ProfileDialog })))

/** Holds which dialog is open, at most one; the last to close gives the focus back to what opened the first. */
export function DialogsProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<DialogName | null>(null)
  const opener = useRef<Element | null>(null)
  const show = useCallback((dialog: DialogName | null) => {
    if (!document.querySelector('dialog[open]')) opener.current = document.activeElement
    flushSync(() => setOpen(dialog))
    if (dialog === null && opener.current instanceof HTMLElement) opener.current.focus()
  }, [])
  const close = useCallback(() => show(null), [show])
  return (
    <DialogsContext value={show}>
      {children}
      <Suspense>
        {open === 'menu' && <NavMenu onClose={close} />}
        {(open === 'login' || open === 'register') && <SignInDialog mode={open} onMode={show} onClose={close} />}
        {open === 'profile' && <ProfileDialog onClose={close} />}
      </Suspense>
    </DialogsContext>
  )
}
