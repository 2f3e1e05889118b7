import type { ReactNode } from 'react'

/** The answer first: what the figures of a page say, in one plain sentence. */
export function Highlight({ children }: { children: ReactNode }) {
  return (
    <p
      dir="auto"
      className="line-clamp-6 normal-nums rounded-md border-s-3 border-acc bg-linear-to-r from-raise to-transparent px-4 py-3 rtl:bg-linear-to-l"
    >
      {children}
    </p>
  )
}
