/** The keys of a record whose type names all of them. */
export function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(record) as Key[]
}

/** A record with a value for each of these keys. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  readValue: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, readValue(key)])) as Record<Key, Value>
}

/** The value of a key that the map is known to have. Throws where it has none. */
export function getKnown<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`Nothing is known of ${String(key)}`)
  return value
}
