/** Page numbers to offer: the first, the last, and those around the current one; null where some are left out. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((each) => each >= 1 && each <= pages)
  const numbers = [...new Set(wanted)].sort((a, b) => a - b)
  return numbers.flatMap((each, position) => {
    const missing = each - (numbers[position - 1] ?? 0) - 1
    if (missing === 1) return [each - 1, each]
    return missing > 1 ? [null, each] : [each]
  })
}
