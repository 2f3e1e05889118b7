/** A figure of one side: what is compared, and how it is written. */
export type Figure = {
  label: string
  value: number | null
  format?: (value: number) => string
  /** Which of two is ahead: the larger by default; `less` where fewer are better, `none` where neither is. */
  ahead?: 'more' | 'less' | 'none'
}

export type ComparedFigure = Omit<Figure, 'value' | 'ahead'> & {
  a: number | null
  b: number | null
  /** Null where both are alike, or one is not known: unknown is not behind. */
  lead: 'a' | 'b' | null
}

/** The figures of two sides line by line; both come from the same list in the same order. */
export function compareFigures(a: readonly Figure[], b: readonly Figure[]): ComparedFigure[] {
  return a.map(({ label, value, format, ahead = 'more' }, place) => {
    const other = b[place]?.value ?? null
    const lead = looksAlike(value, other, format) ? null : leadOf(value, other, ahead)
    return { label, a: value, b: other, lead, ...(format && { format }) }
  })
}

/** What reads the same is no lead, whatever stands behind the point. */
function looksAlike(a: number | null, b: number | null, format: Figure['format']): boolean {
  return a !== null && b !== null && format !== undefined && format(a) === format(b)
}

function leadOf(a: number | null, b: number | null, ahead: NonNullable<Figure['ahead']>): 'a' | 'b' | null {
  if (a === null || b === null || a === b || ahead === 'none') return null
  return a > b === (ahead === 'more') ? 'a' : 'b'
}
