import { type FormEvent, useState } from 'react'
import { NOTICE_LANGUAGES_MAX, NOTICE_MAX } from '#shared/desk.ts'
import { formatThousands } from '#shared/number-format.ts'
import { pageLanguage, t } from '#shared/texts.ts'
import { type Answer, call } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Text } from '#web/ui/Text.tsx'
import { TickChip } from '#web/ui/TickChip.tsx'
import { useDesk } from './desk-changes.tsx'
import { TextArea } from './MarkForm.tsx'

type Stored = Answer<'GET /api/desk/{tag}/notice'>

/** What the club says in public that it looks for. */
export function LookingFor() {
  const { tag } = useDesk()
  const stored = useQuery(query('GET /api/desk/{tag}/notice', { params: { tag } }, 'moments'))
  return (
    <QuerySection result={stored} failure={t('desk.noticeFailed')} loading={t('desk.noticeLoading')}>
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
  const names = new Intl.DisplayNames(pageLanguage(), { type: 'language', fallback: 'code' })
  const offered = [...new Set([...LANGUAGES, ...stored.languages])]
  const isBar = bar.trim() === '' || (/^\d{1,6}$/.test(bar.trim()) && Number(bar) <= LARGEST_BAR)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const notice = { text: text.trim(), languages, min_trophies: bar.trim() === '' ? null : Number(bar) }
    setBusy(true)
    await change({
      said: t('desk.noticeSaved'),
      send: (version = stored.version) =>
        call('PUT /api/desk/{tag}/notice', { params: { tag }, body: { ...notice, version } }),
    })
    setBusy(false)
  }
  return (
    <form noValidate onSubmit={save} className="rounded-lg border border-edge bg-card p-3.5">
      <fieldset disabled={!mayWrite} className="grid gap-4">
        <legend className="text-lg font-semibold">{t('desk.lookingFor')}</legend>
        <p className="text-sm text-mut">{t('desk.lookingForHelp')}</p>
        <TextArea
          label={t('desk.whom', { most: NOTICE_MAX })}
          maxLength={NOTICE_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <fieldset>
          <legend className="mb-1 text-sm font-semibold">
            <Text
              id="desk.languages"
              values={{
                rest: (words) => <span className="font-normal text-mut">{words}</span>,
                most: String(NOTICE_LANGUAGES_MAX),
              }}
            />
          </legend>
          <div className="flex flex-wrap gap-1.5">
            {offered.map((code) => {
              const checked = languages.includes(code)
              return (
                <TickChip
                  key={code}
                  label={names.of(code) ?? code}
                  checked={checked}
                  disabled={!checked && languages.length >= NOTICE_LANGUAGES_MAX}
                  onChange={() =>
                    setLanguages(checked ? languages.filter((each) => each !== code) : [...languages, code])
                  }
                />
              )
            })}
          </div>
        </fieldset>
        <TextField
          label={t('desk.trophiesAtLeast')}
          inputMode="numeric"
          autoComplete="off"
          value={bar}
          onChange={(event) => setBar(event.target.value)}
          problem={isBar ? undefined : t('desk.badBar', { most: formatThousands(LARGEST_BAR) })}
        />
        {mayWrite && (
          <Button type="submit" busy={busy} disabled={!isBar} className="justify-self-start">
            {t('desk.save')}
          </Button>
        )}
      </fieldset>
    </form>
  )
}
