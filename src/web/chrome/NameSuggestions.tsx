import { ArrowRight } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { FOOTER_PAGES, HEADER_PAGES, MENU_PAGES, pageName } from '#shared/pages.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import type { Destination } from '#web/app/addresses.ts'
import { favourites, sameFavourite } from '#web/app/favourites.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { type SearchedName, searchedNames } from '#web/app/searched-names.ts'
import { useNavigate } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { PlayerName } from '#web/ui/EntityLink.tsx'

/** A club, a player or a page of the site. */
type Suggestion = { key: string; place: Destination; name: string; note: string; tag?: string }

type Props = {
  /** The field, which has the role of a combobox and names the list by this id. */
  input: HTMLInputElement
  id: string
  text: string
  onChosen: () => void
}

/**
 * What the visitor may mean, below the field: favourites and recent searches, pages of the site, and from the second letter
 * on names.
 */
export function NameSuggestions({ input, id, text, onChosen }: Props) {
  const navigate = useNavigate()
  const { suggestions, said } = useSuggestions(text)
  const [active, setActive] = useState(-1)
  const [isClosed, setClosed] = useState(false)
  const [isFocused, setFocused] = useState(true)
  const isOpen = isFocused && !isClosed && (suggestions.length > 0 || said !== '')
  const [shownFor, setShownFor] = useState(text)
  if (shownFor !== text) {
    setShownFor(text)
    setActive(-1)
    setClosed(false)
  }
  const choose = ({ place }: Suggestion) => {
    onChosen()
    setClosed(true)
    input.blur()
    void navigate(place)
  }
  useFieldKeys(input, {
    isOpen,
    count: suggestions.length,
    active,
    setActive: (place) => {
      setClosed(false)
      setActive(place)
    },
    close: () => setClosed(true),
    choose: (place) => suggestions[place] && choose(suggestions[place]),
    setFocused,
  })
  useEffect(() => {
    input.setAttribute('aria-expanded', String(isOpen))
    if (isOpen && active >= 0) input.setAttribute('aria-activedescendant', `${id}-${active}`)
    else input.removeAttribute('aria-activedescendant')
  }, [input, id, isOpen, active])
  useEffect(() => {
    // Newer browsers return a promise, which is no cleanup.
    void document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <div
      className={`absolute inset-x-0 top-full z-20 mt-1 max-h-[60dvh] overflow-y-auto rounded-md border border-edge bg-card shadow-2xl ${isOpen ? '' : 'hidden'}`}
    >
      {/* The keyboard's focus stays in the field, which moves the choice. */}
      <div role="listbox" id={id} aria-label={t('frame.suggestions')}>
        {suggestions.map((suggestion, place) => (
          <div
            key={suggestion.key}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(suggestion)}
            onKeyDown={(event) => event.key === 'Enter' && choose(suggestion)}
            className={`flex min-h-11 cursor-pointer items-center gap-2.5 px-3 py-1.5 hover:bg-raise ${place === active ? 'bg-raise' : ''}`}
          >
            {suggestion.tag ? (
              <Monogram seed={suggestion.tag} name={suggestion.name} className="size-8 shrink-0 rounded-sm" />
            ) : (
              <ArrowRight
                size={32}
                strokeWidth={1.25}
                aria-hidden="true"
                className="shrink-0 text-mut rtl:-scale-x-100"
              />
            )}
            <span className="min-w-0 flex-1">
              <PlayerName name={suggestion.name} className="block truncate font-semibold" />
              <span className="block truncate text-sm text-mut">{suggestion.note}</span>
            </span>
          </div>
        ))}
      </div>
      <p role="status" className="px-3 py-2 text-sm text-mut empty:hidden">
        {said}
      </p>
    </div>
  )
}

const KIND = { club: 'ui.club', player: 'ui.player' } as const

/** Letters from which on names are looked up, and the pause in typing that starts it. */
const LETTERS = 2
const PAUSE_MS = 150
const KEPT = 5

function useSuggestions(text: string): { suggestions: Suggestion[]; said: string } {
  const wanted = text.trim()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked([...wanted].length < LETTERS ? '' : wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data, isFetching, isError } = useQuery({
    ...query('GET /api/browse/names', { query: { text: asked } }),
    enabled: asked !== '',
    retry: false,
  })
  const isCurrent = asked === wanted && asked !== ''
  const kept = keptNames(wanted)
  const found = (isCurrent ? (data?.names ?? []) : []).map((each) =>
    named(each, [t(KIND[each.type]), each.club_name, each.tag].filter(Boolean).join(' · ')),
  )
  const known = [...kept, ...pagesCalled(wanted)]
  const suggestions = [...known, ...found.filter(({ key }) => kept.every((one) => one.key !== key))]
  if ([...wanted].length < LETTERS) return { suggestions: known, said: '' }
  if (isCurrent && isError) return { suggestions, said: t('frame.noNamesNow') }
  if (!isCurrent || isFetching) return { suggestions, said: suggestions.length > 0 ? '' : t('frame.lookingForNames') }
  return { suggestions, said: suggestions.length > 0 ? '' : t('frame.noSuchName') }
}

/** Favourites and what was searched lately, of which the name or tag contains the text; the favourites first. */
function keptNames(text: string): Suggestion[] {
  const small = text.toLowerCase()
  const own = favourites().map((each) => ({ ...each, origin: t('frame.favourite') }))
  const recent = searchedNames().map((each) => ({ ...each, origin: t('frame.searchedLately') }))
  return [...own, ...recent.filter((each) => !own.some((one) => sameFavourite(one, each)))]
    .filter(({ name, tag }) => name.toLowerCase().includes(small) || tag.toLowerCase().includes(small))
    .slice(0, KEPT)
    .map((each) => named(each, `${each.origin} · ${t(KIND[each.type])} · ${each.tag}`))
}

function named({ type, tag, name }: SearchedName, note: string): Suggestion {
  const place = { to: `/${type}/$tag`, params: { tag: tagInPath(tag) } } as const
  return { key: `${type} ${tag}`, place, name: nameOrTag(name ?? '', tag), note, tag }
}

/** The pages of the site of which a word begins with the text; for no text, those of the header. */
function pagesCalled(text: string): Suggestion[] {
  const small = text.toLowerCase()
  const pages = small === '' ? HEADER_PAGES : new Set([...MENU_PAGES, ...HEADER_PAGES, ...FOOTER_PAGES])
  return [...pages]
    .map((page) => ({ key: page.path, place: { to: page.path }, name: pageName(page), note: t('frame.page') }))
    .filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${small}`))
}

type FieldKeys = {
  isOpen: boolean
  count: number
  active: number
  setActive: (place: number) => void
  close: () => void
  choose: (place: number) => void
  setFocused: (focused: boolean) => void
}

/** The keys of a combobox, before the field's own: arrows choose, Enter opens what is chosen, Escape closes the list. */
function useFieldKeys(input: HTMLInputElement, keys: FieldKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { isOpen, count, active, setActive, close, choose } = keys
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active < 0 ? count - 1 : active - 1 }
    const next = steps[event.key]
    if (next !== undefined && count > 0) setActive(next >= count ? -1 : next)
    else if (event.key === 'Enter' && isOpen && active >= 0) choose(active)
    // In an empty field Escape leaves the field, which closes the list too.
    else if (event.key === 'Escape' && isOpen && input.value !== '') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  const onFocus = useEffectEvent((focused: boolean) => keys.setFocused(focused))
  useEffect(() => {
    const key = (event: KeyboardEvent) => onKey(event)
    const focus = () => onFocus(true)
    const blur = () => onFocus(false)
    input.addEventListener('keydown', key)
    input.addEventListener('focus', focus)
    input.addEventListener('blur', blur)
    return () => {
      input.removeEventListener('keydown', key)
      input.removeEventListener('focus', focus)
      input.removeEventListener('blur', blur)
    }
  }, [input])
}
