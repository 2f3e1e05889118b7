/** Stands where a number is not known: never a zero. */
export function Unknown() {
  return (
    <span className="text-mut">
      <span aria-hidden="true">—</span>
      <span className="sr-only">not known yet</span>
    </span>
  )
}
