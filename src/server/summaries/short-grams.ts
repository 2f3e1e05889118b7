/** Names before the present one may be many; what is kept of a row must not. The present name comes first. */
const MOST = 64

const BEYOND_ASCII = /[^\p{ASCII}]/u

/**
 * What a search for one or two letters beyond ASCII looks for, of folded names, the present one first: each such letter
 * and each pair of neighbours with one, without those across a space. At most 64, each once; null when there is none.
 */
export function shortGrams(names: readonly string[]): string[] | null {
  const grams = new Set<string>()
  for (const name of names.filter(isBeyondAscii)) {
    for (const gram of gramsOf([...name])) {
      if (grams.size < MOST) grams.add(gram)
    }
  }
  return grams.size === 0 ? null : [...grams]
}

/** Whether any letter is beyond ASCII. */
export function isBeyondAscii(text: string): boolean {
  return BEYOND_ASCII.test(text)
}

function gramsOf(letters: string[]): string[] {
  const pairs = letters.slice(1).map((letter, index) => letters[index] + letter)
  return [...letters, ...pairs].filter((gram) => isBeyondAscii(gram) && !gram.includes(' '))
}
