import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { type EntityType, normaliseTag, tagInPath } from '#shared/tag.ts'
import { query } from '../../api/query.ts'
import { Button } from '../../ui/Button.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { choicesIn } from './choices-in.ts'

type Props = {
  label: string
  type: EntityType
  value: string | undefined
  /** What stands in the address in place of a tag. */
  wrong: string | null
  onChoose: (tag: string) => void
}

const SHOWN = 5

/** One of the two: a tag, or a name whose bearers are offered. */
export function SideField({ label, type, value, wrong, onChoose }: Props) {
  const id = useId()
  const [text, setText] = useState(value ? `#${value}` : (wrong ?? ''))
  const [asked, setAsked] = useState('')
  const found = useQuery({
    ...query('GET /api/browse/entities', { query: { type, search: asked, limit: SHOWN } }),
    enabled: asked !== '',
  })
  const choose = (tag: string) => {
    setText(tag)
    setAsked('')
    onChoose(tagInPath(tag))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const tag = normaliseTag(text)
    if (tag !== null) choose(tag)
    else setAsked(text.toWellFormed().trim().slice(0, 64))
  }
  return (
    <form onSubmit={submit} className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder="Tag or name"
          autoComplete="off"
          spellCheck={false}
          className="min-h-11 w-full min-w-0 rounded-md border border-line bg-bg px-3.5 text-ink"
        />
        <Button type="submit" variant="quiet" className="shrink-0" busy={found.isFetching}>
          Choose
        </Button>
      </div>
      <div role="status" className="mt-1.5 text-sm text-mut">
        {wrong !== null && asked === '' && 'This is no tag: a tag has 3 to 14 of the letters 0289PYLQGRJCUV.'}
        {found.error?.message}
        {found.data && asked !== '' && <Choices list={choicesIn(found.data)} onChoose={choose} />}
      </div>
    </form>
  )
}

type ChoicesProps = { list: ReturnType<typeof choicesIn>; onChoose: (tag: string) => void }

function Choices({ list, onChoose }: ChoicesProps) {
  if (list.length === 0) return 'Nobody tracked here has this name. Any tag can be searched first.'
  return (
    <ul className="grid gap-1">
      {list.map(({ tag, name }) => (
        <li key={tag}>
          <button
            type="button"
            onClick={() => onChoose(tag)}
            className="flex min-h-11 w-full items-center justify-between gap-3 rounded-sm bg-raise px-3 text-ink hover:brightness-112"
          >
            <PlayerName name={name} className="truncate font-semibold" />
            <span translate="no" className="shrink-0 text-mut">
              {tag}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
