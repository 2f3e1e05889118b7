import { type ReactNode, useId, useState } from 'react'
import { EntityLink } from '../../ui/EntityLink.tsx'

type Person = { tag: string; name: string; note: ReactNode }
type Props = { title: string; icon: ReactNode; people: readonly Person[]; nobody: string }

const SHOWN = 6

/** Members of one concern; a long list opens on demand. */
export function AttentionGroup({ title, icon, people, nobody }: Props) {
  const heading = useId()
  const [all, setAll] = useState(false)
  const more = people.length - SHOWN
  return (
    <section aria-labelledby={heading} className="min-w-0">
      <h3 id={heading} className="mb-1.5 flex items-center gap-2 font-semibold">
        {icon}
        {title}
        <span className="text-mut">{people.length > 0 && people.length}</span>
      </h3>
      {people.length === 0 && <p className="text-mut">{nobody}</p>}
      <ul>
        {(all ? people : people.slice(0, SHOWN)).map(({ tag, name, note }) => (
          <li key={tag} className="flex items-baseline justify-between gap-3 border-t border-edge py-1.5">
            <EntityLink to="/player/$tag" tag={tag} name={name} className="min-w-0" clipped />
            <span className="shrink-0 text-sm text-mut">{note}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button type="button" aria-expanded={all} onClick={() => setAll(!all)} className="link mt-1 min-h-6 text-sm">
          {all ? 'Show fewer' : `Show ${more} more`}
        </button>
      )}
    </section>
  )
}
