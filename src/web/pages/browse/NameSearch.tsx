import { useEffect, useId, useState } from 'react'
import type { EntityType } from '#shared/tag.ts'
import { WORDS } from './browse-words.ts'

type Props = { kind: EntityType; value: string; onChange: (name: string) => void }

/** Long enough that a name is not looked up letter by letter. */
const PAUSE_MS = 300

/** Looks for a name a moment after the last letter; follows the address when that changes otherwise. */
export function NameSearch({ kind, value, onChange }: Props) {
  const id = useId()
  const [text, setText] = useState(value)
  const [settled, setSettled] = useState(value)
  if (value !== settled) {
    setSettled(value)
    setText(value)
  }
  useEffect(() => {
    const name = text.trim()
    if (name === settled) return
    const timer = setTimeout(() => {
      setSettled(name)
      onChange(name)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, settled, onChange])
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {WORDS[kind].search}
      </label>
      <input
        id={id}
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        placeholder="Search by name"
        className="min-h-11 w-full rounded-md border border-line bg-bg px-3.5 text-ink"
      />
    </div>
  )
}
