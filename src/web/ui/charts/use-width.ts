import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The width of an element in pixels, kept up to date, so that a drawing can be made for exactly that many. */
export function useWidth<E extends HTMLElement>(fallback: number): [RefObject<E | null>, number] {
  const element = useRef<E>(null)
  const [width, setWidth] = useState(fallback)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const measure = () => {
      if (box.clientWidth > 0) setWidth(box.clientWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
