import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { nextTab } from './next-tab.ts'

type Props<Value extends string> = {
  label: string
  value: Value
  tabs: readonly (readonly [value: Value, label: ReactNode])[]
  onChange: (value: Value) => void
  /** The panel of the chosen tab. */
  children: ReactNode
}

/** Tabs with their panel: arrows, Home and End move between them, Tab leads into the panel. */
export function Tabs<Value extends string>({ label, value, tabs, onChange, children }: Props<Value>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const place = nextTab(
      event.key,
      tabs.findIndex(([each]) => each === value),
      tabs.length,
    )
    const next = place === null ? undefined : tabs[place]
    if (place === null || !next) return
    event.preventDefault()
    onChange(next[0])
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[place]?.focus()
  }
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex gap-1 overflow-x-auto border-b border-edge"
      >
        {tabs.map(([each, name]) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`${id}-${each}`}
            aria-selected={each === value}
            aria-controls={each === value ? `${id}-panel` : undefined}
            tabIndex={each === value ? 0 : -1}
            onClick={() => onChange(each)}
            className="relative min-h-12 px-4 font-semibold whitespace-nowrap text-mut -outline-offset-2! hover:text-ink aria-selected:text-ink aria-selected:after:absolute aria-selected:after:inset-x-3 aria-selected:after:bottom-0 aria-selected:after:h-1 aria-selected:after:rounded-t-full aria-selected:after:bg-acc forced-colors:aria-selected:underline"
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className="pt-4">
        {children}
      </div>
    </>
  )
}
