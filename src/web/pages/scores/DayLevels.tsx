const LEVELS = [
  ['Inactive', 'no trophy change', 'bg-h0'],
  ['Low', '1 or 2 changes', 'bg-h1'],
  ['Moderate', '3 to 5 changes', 'bg-h2'],
  ['High', '6 to 10 changes', 'bg-h3'],
  ['Very high', 'more than 10 changes', 'bg-h4'],
] as const

/** How lively a day was, by the trophy changes seen on it. */
export function DayLevels() {
  return (
    <ul className="grid gap-2.5 sm:grid-cols-5">
      {LEVELS.map(([word, changes, colour]) => (
        <li key={word} className="flex items-center gap-3">
          <span aria-hidden="true" className={`size-6 shrink-0 rounded-sm border border-edge ${colour}`} />
          <span>
            <span className="block font-semibold">{word}</span>
            <span className="block text-sm text-mut">{changes}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
