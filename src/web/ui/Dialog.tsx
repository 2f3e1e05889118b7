import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { t } from '#shared/texts.ts'
import { useBackCloses } from '#web/router/history.ts'
import { IconButton } from './Button.tsx'

type Props = {
  title: string
  /** A small drawing before the title. */
  picture?: ReactNode
  onClose: () => void
  /** A panel in the middle of the window, a wide one, or a drawer at the edge where lines end. */
  shape?: keyof typeof SHAPE
  children: ReactNode
}

const SHAPE = {
  panel: 'dialog-panel m-auto w-full max-w-md rounded-lg border max-sm:mb-0 max-sm:max-w-none max-sm:rounded-b-none',
  wide: 'dialog-panel m-auto w-full max-w-5xl rounded-lg border max-sm:mb-0 max-sm:rounded-b-none',
  drawer: 'dialog-drawer my-0 me-0 ms-auto h-dvh max-h-none w-80 max-w-[calc(100vw-2.5rem)] border-s',
} as const

/**
 * A modal dialog, open while it is mounted. The browser keeps the focus inside. Escape, Back or a click outside closes
 * it.
 */
export function Dialog({ title, picture, onClose, shape = 'panel', children }: Props) {
  const dialog = useModal(onClose)
  useBackCloses(true, onClose)
  const heading = useId()
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className={`border-edge bg-card p-0 text-ink shadow-2xl ${SHAPE[shape]}`}
    >
      <div className="flex min-h-full flex-col p-5">
        <header className="mb-4 flex items-center justify-between gap-4">
          <h2 id={heading} className="flex items-center gap-3 text-xl font-semibold">
            {picture}
            {title}
          </h2>
          <IconButton label={t('ui.close')} onClick={onClose}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        </header>
        {children}
      </div>
    </dialog>
  )
}

function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  // The dialog must close before React removes it: only then does the browser return the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    const page = document.documentElement
    // While the page has no scrollbar, a padding keeps its width.
    page.style.paddingRight = `${window.innerWidth - page.clientWidth}px`
    shown?.showModal()
    return () => {
      shown?.close()
      page.style.paddingRight = ''
    }
  }, [])
  useEffect(() => {
    const shown = dialog.current
    const closeOutside = (event: MouseEvent) => {
      if (event.target === shown) onClose()
    }
    shown?.addEventListener('click', closeOutside)
    return () => shown?.removeEventListener('click', closeOutside)
  }, [onClose])
  return dialog
}
