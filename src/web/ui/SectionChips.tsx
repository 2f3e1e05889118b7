import { type MouseEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '#shared/texts.ts'
import { scrollToAnchor } from '#web/router/history.ts'

type Props = { sections: readonly (readonly [id: string, name: string])[] }

const HEADER_HEIGHT = 60

/** A bar of links to the sections of a long page. It stays below the header and marks the section that is read. */
export function SectionChips({ sections }: Props) {
  const bar = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const current = useSectionInSight(sections)
  const stuck = useStuck(bar)
  useEffect(() => {
    const box = list.current
    // A link that is pressed gets the focus, which may mark another section: the link must stay below the pointer.
    if (!box || box.contains(document.activeElement)) return
    const chip = box.querySelector<HTMLElement>(`[href="#${current}"]`)
    const left = chip ? chip.offsetLeft - (box.clientWidth - chip.offsetWidth) / 2 : 0
    box.scrollTo({ left })
  }, [current])
  return (
    <nav
      ref={bar}
      aria-label={t('ui.onThisPage')}
      data-stuck={stuck || undefined}
      className="sticky top-15 z-10 my-2 h-13 border-b border-edge data-stuck:bleed"
    >
      <ul ref={list} className="fade-end relative flex sm:gap-1 overflow-x-auto py-1">
        {sections.map(([id, name]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => goTo(event, id)}
              className="inline-flex min-h-11 items-center rounded-full px-2 sm:px-2.5 text-sm font-semibold whitespace-nowrap text-mut no-underline -outline-offset-2! hover:text-ink aria-[current]:bg-raise aria-[current]:text-ink aria-[current]:inset-ring aria-[current]:inset-ring-edge forced-colors:aria-[current]:underline"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scrolls to the section and moves the focus there. The address stays, so that Back leaves the page. */
function goTo(event: MouseEvent, id: string): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  scrollToAnchor(`#${encodeURIComponent(id)}`)
}

function useSectionInSight(sections: Props['sections']): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useScrolled(() => {
    const places = sections.flatMap(([id]) => {
      const section = document.getElementById(id)
      return section ? [{ id, top: section.getBoundingClientRect().top }] : []
    })
    const { innerHeight, scrollY } = window
    const chosen = document.activeElement?.id
    const atEnd = innerHeight + scrollY > document.documentElement.scrollHeight - 2
    setCurrent(sectionInSight(places, innerHeight, atEnd, chosen))
  })
  return current
}

/** Whether the bar is stuck below the header. It then is as wide as the window and hides the page that scrolls below. */
function useStuck(bar: RefObject<HTMLElement | null>): boolean {
  const [stuck, setStuck] = useState(false)
  useScrolled(() => setStuck(bar.current !== null && bar.current.getBoundingClientRect().top <= HEADER_HEIGHT))
  return stuck
}

/** Calls back at once, after every scroll of the page, and when the focus moves. */
function useScrolled(callback: () => void): void {
  const latest = useEffectEvent(callback)
  useEffect(() => {
    const listen = () => latest()
    listen()
    for (const type of ['scroll', 'focusin']) window.addEventListener(type, listen, { passive: true })
    return () => {
      for (const type of ['scroll', 'focusin']) window.removeEventListener(type, listen)
    }
  }, [])
}

/** A section and where it begins, in pixels below the upper edge of the window. */
type SectionTop = { id: string; top: number }

const UPPER_PART = 300

/**
 * The section that is read: the one that a link led to, while it begins in the upper part of the window or the page ends
 * below; otherwise the last one that begins in the upper part; null above the first one.
 */
export function sectionInSight(
  places: readonly SectionTop[],
  height: number,
  atEnd = false,
  chosen?: string,
): string | null {
  const isUpper = (top: number) => top < Math.min(UPPER_PART, height / 3)
  const led = places.find(({ id, top }) => id === chosen && top >= 0 && (isUpper(top) || (atEnd && top < height)))
  return (led ?? places.findLast(({ top }) => isUpper(top)))?.id ?? null
}
