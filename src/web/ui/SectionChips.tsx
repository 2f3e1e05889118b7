import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { sectionInSight } from './section-in-sight.ts'

type Props = { sections: readonly (readonly [id: string, name: string])[] }

/** Ways to the sections of a long page, which stay below the header; the one in sight is marked. */
export function SectionChips({ sections }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const current = useSectionInSight(sections)
  useEffect(() => {
    const box = list.current
    if (!box) return
    const chip = [...box.children].find((_, place) => sections[place]?.[0] === current)
    const left = chip instanceof HTMLElement ? chip.offsetLeft - (box.clientWidth - chip.offsetWidth) / 2 : 0
    box.scrollTo({ left })
  }, [sections, current])
  return (
    <nav
      aria-label="On this page"
      className="sticky top-15 z-10 my-2 -mx-3.5 h-13 border-b border-edge bg-bg/92 backdrop-blur-sm"
    >
      <ul ref={list} className="relative flex gap-1 overflow-x-auto px-3.5 py-1">
        {sections.map(([id, name]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => leadTo(event, id)}
              className="inline-flex min-h-11 items-center rounded-full px-3 text-sm font-semibold whitespace-nowrap text-mut no-underline -outline-offset-2! hover:text-ink aria-[current]:bg-raise aria-[current]:text-ink forced-colors:aria-[current]:underline"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Goes there and takes the focus along. The address stays: a new one would be a new visit, and a search made again. */
function leadTo(event: MouseEvent, id: string): void {
  const section = document.getElementById(id)
  if (!section || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  section.scrollIntoView()
  section.tabIndex = -1
  section.focus({ preventScroll: true })
}

function useSectionInSight(sections: Props['sections']): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    const look = () => {
      const places = sections.flatMap(([id]) => {
        const section = document.getElementById(id)
        return section ? [{ id, top: section.getBoundingClientRect().top }] : []
      })
      setCurrent(sectionInSight(places, window.innerHeight))
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [sections])
  return current
}
