import { type FormEvent, useState } from 'react'
import { NOTICE_LANGUAGES_MAX, NOTICE_MAX } from '#shared/desk.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/ChoiceChips.tsx'

import { useDesk } from './desk-changes.tsx'
import { TextArea } from './MarkForm.tsx'

type Stored = Answer<'GET /api/desk/{tag}/notice'>

/** What the club says in public that it looks for. */
export function LookingFor() {
  const { tag } = useDesk()
  const stored = useQuery(query('GET /api/desk/{tag}/notice', { params: { tag } }, 'moments'))
  return (
    <QuerySection result={stored} failure="Failed to fetch what you look for" loading="Loading what you look for">
      {(data) => <NoticeForm key={data.version} stored={data} />}
    </QuerySection>
  )
}

/** Languages that are offered, those of most players. */
const LANGUAGES = ['en', 'es', 'pt', 'de', 'fr', 'ru', 'tr', 'ko', 'ja', 'pl', 'it', 'ar', 'zh', 'uk'] as const

const LARGEST_BAR = 300_000

function NoticeForm({ stored }: { stored: Stored }) {
  const { tag, mayWrite, change } = useDesk()
  const [text, setText] = useState(stored.text)
  const [languages, setLanguages] = useState(stored.languages)
  const [bar, setBar] = useState(stored.min_trophies === null ? '' : String(stored.min_trophies))
  const [busy, setBusy] = useState(false)
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })
  const offered = [...new Set([...LANGUAGES, ...stored.languages])]
  const isBar = bar.trim() === '' || (/^\d{1,6}$/.test(bar.trim()) && Number(bar) <= LARGEST_BAR)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const notice = { text: text.trim(), languages, min_trophies: bar.trim() === '' ? null : Number(bar) }
    setBusy(true)
    await change({
      said: 'Saved what you look for',
      send: (version = stored.version) =>
        call('PUT /api/desk/{tag}/notice', { params: { tag }, body: { ...notice, version } }),
    })
    setBusy(false)
  }
  return (
    <form noValidate onSubmit={save} className="rounded-lg border border-edge bg-card p-3.5">
      <fieldset disabled={!mayWrite} className="grid gap-4">
        <legend className="text-lg font-semibold">We are looking for</legend>
        <p className="text-sm text-mut">Everybody reads this at “Find a Club”.</p>
        <TextArea
          label={`Whom you look for, ${NOTICE_MAX} characters at most`}
          maxLength={NOTICE_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <fieldset>
          <legend className="mb-1 text-sm font-semibold">
            Languages <span className="font-normal text-mut">(up to {NOTICE_LANGUAGES_MAX})</span>
          </legend>
          <div className="flex flex-wrap gap-x-4">
            {offered.map((code) => {
              const checked = languages.includes(code)
              return (
                <label key={code} className="inline-flex min-h-11 items-center gap-2 text-sm">
                  <input
                    type="checkbox"
                    checked={checked}
                    disabled={!checked && languages.length >= NOTICE_LANGUAGES_MAX}
                    onChange={() =>
                      setLanguages(checked ? languages.filter((each) => each !== code) : [...languages, code])
                    }
                    className="size-5 accent-acc"
                  />
                  {names.of(code)}
                </label>
              )
            })}
          </div>
        </fieldset>
        <TextField
          label="Trophies at least"
          inputMode="numeric"
          autoComplete="off"
          value={bar}
          onChange={(event) => setBar(event.target.value)}
          problem={isBar ? undefined : 'A whole number up to 300,000'}
        />
        {mayWrite && (
          <Button type="submit" busy={busy} disabled={!isBar} className="justify-self-start">
            Save
          </Button>
        )}
      </fieldset>
    </form>
  )
}
