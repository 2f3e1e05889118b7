/** Widths of small semibold letters, in pixels: those of Latin, those of the rest, which are wider, and marks without any. */
const [LATIN, OTHER] = [6.8, 12.5]
const UNSEEN = /[\u2066-\u2069]/

/** About how wide a small label is, in pixels, without measuring it. */
export function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + widthOfLetter(letter), 0)
}

function widthOfLetter(letter: string): number {
  if (UNSEEN.test(letter)) return 0
  return letter < '\u0500' ? LATIN : OTHER
}

/** The text, or as much of its start as is about so many pixels wide. */
export function fitLetters(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  for (const letter of text) {
    if (widthOf(kept + letter) + OTHER > width) break
    kept += letter
  }
  return `${kept}…`
}
