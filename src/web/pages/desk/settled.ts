import { useDeferredValue, useEffect, useState } from 'react'

/** The pause in changes after which the server is asked. */
const PAUSE_MS = 400

/** A value once it has not changed for a moment. */
export function useSettled<Value>(value: Value): Value {
  const [settled, settle] = useState(value)
  const latest = useDeferredValue(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(latest), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [latest])
  return settled
}
