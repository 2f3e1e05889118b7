import { type KeyboardEvent, type ReactNode, startTransition, useId, useOptimistic, useRef } from 'react'
import { nextPaint } from './next-paint.ts'

type Props<Value extends string> = {
  label: string
  value: Value
  tabs: readonly (readonly [value: Value, label: ReactNode])[]
  onChange: (value: Value) => void
  /** The panel of the chosen tab. */
  children: ReactNode
}

/** Tabs with the panel of the chosen one. Arrow keys, Home and End move between tabs; Tab moves into the panel. */
export function Tabs<Value extends string>({ label, value, tabs, onChange, children }: Props<Value>) {
  const id = useId()
  const [chosen, show] = useOptimistic(value)
  const list = useRef<HTMLDivElement>(null)
  // The tab is marked at once. Its panel may take longer and follows after a paint.
  const choose = (next: Value) =>
    startTransition(async () => {
      show(next)
      await nextPaint()
      onChange(next)
    })
  const move = (event: KeyboardEvent) => {
    const shown = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    // From the tab that has the focus: what was chosen may still be on its way here.
    const index = nextTab(keyOf(event), shown.indexOf(event.target as HTMLElement), tabs.length)
    const next = index === null ? undefined : tabs[index]
    if (index === null || !next) return
    event.preventDefault()
    choose(next[0])
    shown[index]?.focus()
  }
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex gap-1 overflow-x-auto border-b border-edge max-sm:fade-end"
      >
        {tabs.map(([each, name]) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`${id}-${each}`}
            aria-selected={each === chosen}
            aria-controls={each === chosen ? `${id}-panel` : undefined}
            tabIndex={each === chosen ? 0 : -1}
            onClick={() => choose(each)}
            className="relative min-h-12 px-3.5 font-semibold whitespace-nowrap text-mut -outline-offset-2! hover:text-ink aria-selected:text-ink aria-selected:after:absolute aria-selected:after:inset-x-3 aria-selected:after:bottom-0 aria-selected:after:h-1 aria-selected:after:rounded-t-full aria-selected:after:bg-acc forced-colors:aria-selected:underline"
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} className="pt-4">
        {children}
      </div>
    </>
  )
}

/** Where texts run from right to left, so do the tabs. */
function keyOf({ key, currentTarget }: KeyboardEvent): string {
  const other: Record<string, string> = { ArrowRight: 'ArrowLeft', ArrowLeft: 'ArrowRight' }
  return (currentTarget.matches(':dir(rtl)') && other[key]) || key
}

/** The index of the tab to which a key moves; arrows go on from one end to the other. Null for any other key. */
export function nextTab(key: string, index: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
