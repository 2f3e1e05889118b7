import { type Query, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type RefObject, Suspense, useId, useState } from 'react'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { useLocation, useNavigate } from '#web/router/Link.tsx'
import { lazyPart } from '#web/ui/LazyPart.tsx'

type Props = {
  input?: RefObject<HTMLInputElement | null>
  /** Called when Escape is pressed in the empty field: on a phone it closes the search. */
  onLeave?: () => void
  onSearch?: () => void
  large?: boolean
  /** What stands in it at first. */
  begin?: string
}

const NameSuggestions = lazyPart(
  () => import('./NameSuggestions.tsx').then((file) => file.NameSuggestions),
  () => null,
)

/**
 * A field for a tag or a name, with suggestions below it once the visitor is in it. Sending it opens `/search/{TAG}`,
 * without the `#`; an empty field does nothing.
 */
export function TagSearch({ input, onLeave, onSearch, large = false, begin = '' }: Props) {
  const [text, setText] = useState(begin)
  const [field, setField] = useState<HTMLInputElement | null>(null)
  const list = useId()
  const done = () => {
    setText('')
    onSearch?.()
  }
  // A text that is no tag may be mistyped: it stays.
  const submit = useSubmit(text, (isTag) => (isTag ? done() : onSearch?.()))
  const clear = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape') return
    if (text !== '') setText('')
    else {
      event.currentTarget.blur()
      onLeave?.()
    }
  }
  return (
    <search className="block w-full">
      <form onSubmit={submit} className="relative">
        <input
          ref={input}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={clear}
          onFocus={(event) => setField(event.currentTarget)}
          role="combobox"
          aria-expanded={false}
          aria-controls={list}
          aria-autocomplete="list"
          aria-label={t('frame.tagLabel')}
          placeholder={t('frame.tagPlaceholder')}
          title={t('frame.nameToo')}
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={40}
          className={`w-full rounded-md border border-line bg-bg/70 ps-4 pe-12 text-ink ${large ? 'min-h-14 text-lg' : 'min-h-10 text-base'}`}
        />
        <button
          type="submit"
          aria-label={t('frame.search')}
          className={`absolute inset-y-0 end-0 inline-flex items-center justify-center rounded-md ${large ? 'w-14 bg-acc text-onacc' : 'w-11 text-mut hover:text-ink'}`}
        >
          <Search size={large ? 22 : 18} aria-hidden="true" />
        </button>
        <Suspense>{field && <NameSuggestions input={field} id={list} text={text} onChosen={done} />}</Suspense>
      </form>
    </search>
  )
}

/** Sends the field: the search of its tag, or what is called like its text. */
function useSubmit(text: string, done: (isTag: boolean) => void): (event: FormEvent) => void {
  const navigate = useNavigate()
  const visit = useLocation({ select: (place) => place.visit })
  const queries = useQueryClient()
  return (event) => {
    event.preventDefault()
    const tag = searchedTag(text)
    if (tag === '') return
    done(normaliseTag(text) !== null)
    // A visitor who sends the tag of a failed search again wants it made again; the address does not change.
    void queries.resetQueries({ queryKey: ['POST /api/search', `#${tag}`, visit], predicate: isFailed })
    void navigate({ to: '/search/$tag', params: { tag } })
  }
}

function isFailed({ state }: Query): boolean {
  return state.status === 'error'
}

/** The tag as a path has it. A text that is no tag stays as it was typed: the search page then says what is wrong. */
function searchedTag(text: string): string {
  const tag = normaliseTag(text)
  return tag ? tagInPath(tag) : text.trim().replace(/^#/, '').trim()
}
