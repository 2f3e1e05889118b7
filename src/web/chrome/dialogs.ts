import { createContext, use } from 'react'

export type DialogName = 'menu' | 'login' | 'register' | 'profile'

export const DialogsContext = createContext<(dialog: DialogName | null) => void>(() => {})

/** Opens a dialog of the chrome by its name; null closes it. */
export function useDialogs(): (dialog: DialogName | null) => void {
  return use(DialogsContext)
}
