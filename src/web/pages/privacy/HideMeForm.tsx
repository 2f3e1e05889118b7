import { type FormEvent, useState } from 'react'
import { normaliseTag } from '#shared/tag.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { Asked } from './use-hide-me.ts'

const WISHES: readonly { wish: Asked['wish']; label: string; about: string }[] = [
  { wish: 'hide', label: 'Hide', about: 'The history is kept, seen by nobody and not continued.' },
  {
    wish: 'delete',
    label: 'Delete',
    about: 'The history is deleted for good. Only the tag is kept, so that nothing comes back.',
  },
  { wish: 'show', label: 'Show again', about: 'What was hidden is shown again, and collecting goes on.' },
]

type Props = { onAsk: (asked: Asked) => void; busy: boolean; error: Error | null }

/** Which player, and what is wished for. */
export function HideMeForm({ onAsk, busy, error }: Props) {
  const [typed, setTyped] = useState('')
  const [wish, setWish] = useState<Asked['wish']>('hide')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const tag = normaliseTag(typed)
    setProblem(tag === null ? 'Invalid search tag' : undefined)
    if (tag !== null) onAsk({ tag, wish })
  }
  return (
    <form noValidate onSubmit={submit} className="flex max-w-prose flex-col gap-4">
      <TextField
        label="Player tag"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        problem={problem}
        onChange={(event) => setTyped(event.target.value)}
      />
      <fieldset>
        <legend className="mb-1 text-sm font-semibold">What shall happen?</legend>
        {WISHES.map((choice) => (
          <label key={choice.wish} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
            <input
              type="radio"
              name="wish"
              className="mt-1 size-4.5 shrink-0 accent-acc"
              checked={wish === choice.wish}
              onChange={() => setWish(choice.wish)}
            />
            <span>
              <span className="font-semibold">{choice.label}</span>
              <span className="block text-sm text-mut">{choice.about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" busy={busy} className="self-start">
        Start
      </Button>
      {error && <Notice tone="bad">{error.message}</Notice>}
    </form>
  )
}
