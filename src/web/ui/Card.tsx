import { type ReactNode, useId } from 'react'

type Props = {
  title?: ReactNode
  /** Stands beside the title: a timeframe, a link, a "?". */
  action?: ReactNode
  className?: string
  /** An anchor for links within the page. */
  id?: string
  children: ReactNode
}

/** A panel of a page; with a title it is a landmark of that name. */
export function Card({ title, action, className = '', id, children }: Props) {
  const heading = useId()
  const panel = `min-w-0 scroll-mt-14 rounded-lg border border-edge bg-card p-4.5 ${className}`
  if (title === undefined) {
    return (
      <div id={id} className={panel}>
        {children}
      </div>
    )
  }
  return (
    <section id={id} aria-labelledby={heading} className={panel}>
      <header className="mb-3 flex flex-wrap items-center justify-between gap-x-2 gap-y-2">
        <h2 id={heading} className="text-lg font-semibold">
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  )
}
