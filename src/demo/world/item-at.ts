/** The item at an index that is known to exist; a RangeError tells of a broken world, not of a bad request. */
export function itemAt<T>(items: ArrayLike<T>, index: number): T {
  const item = items[index]
  if (item === undefined) throw new RangeError(`no item at ${index} of ${items.length}`)
  return item
}
