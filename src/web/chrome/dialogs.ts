import { createContext, use } from 'react'

/** The dialogs that every page can open. `login` and `register` are two modes of one dialog. */
export type DialogName = 'menu' | 'login' | 'register' | 'profile' | 'share'

// In a file of its own: the frame loads the menu, and the menu opens other dialogs.
export const DialogsContext = createContext<(dialog: DialogName | null) => void>(() => {})

/** Returns a function that opens a dialog by its name; null closes the open one. */
export function useDialogs(): (dialog: DialogName | null) => void {
  return use(DialogsContext)
}
