import { type ReactNode, useState } from 'react'

type ExpandableProps = { title: ReactNode; children: ReactNode }

/** A section that opens on a click. Its content is rendered only then. */
export function Expandable({ title, children }: ExpandableProps) {
  const [open, setOpen] = useState(false)
  return (
    <details className="border-t border-edge" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 pe-1.5 font-semibold">
        {title}
      </summary>
      {open && <div className="pb-4">{children}</div>}
    </details>
  )
}
