import { useShortcut } from './use-shortcut.ts'

/** `t` goes round the themes and says which one comes. The code for that is fetched when it is pressed. */
export function useThemeKey(say: (words: string) => void): void {
  useShortcut('t', () => void import('./theme.ts').then((file) => say(`Theme: ${file.goRound()}`)))
}
