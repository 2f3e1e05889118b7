import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { MINUTE_MS } from '#shared/days.ts'
import { LANGUAGES, type Language } from '#shared/languages.ts'
import { entityAt } from '#shared/page-addresses.ts'
import { type EntityType, tagInPath } from '#shared/tag.ts'
import { pageLanguage, t } from '#shared/texts.ts'
import { type Answer, readFile } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Link, useLocation } from '#web/router/Link.tsx'
import { Button, buttonStyle, copyWords, useCopy } from '#web/ui/Button.tsx'
import { Expandable, QuerySection } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Select } from '#web/ui/fields.tsx'
import { currentTheme, type Theme } from './theme.ts'

/** Ways to show the club or player of the page to others: by the phone's own sheet, in a chat, on a site. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const address = useLocation({ select: ({ pathname }) => pathname })
  const entity = entityAt(address)
  if (entity === null) return null
  return (
    <Dialog title={t('share.title', { kind: entity.type })} onClose={onClose}>
      <Ways {...entity} />
    </Dialog>
  )
}

type Share = Answer<'GET /api/browse/club/{tag}/share'>

function Ways({ type, tag }: { type: EntityType; tag: string }) {
  const result = useQuery(
    query(`GET /api/browse/${type}/{tag}/share`, { params: { tag }, query: { lang: pageLanguage() } }),
  )
  return (
    <QuerySection result={result} failure={t('share.nothing')} loading={t('share.preparing')} shape="h-80 rounded-md">
      {(share) => (
        <>
          {share.week_card !== null && <WeekCard path={share.week_card} title={share.title} />}
          <img
            src={share.picture}
            alt={t('share.picture', { name: share.title })}
            width="1200"
            height="630"
            className="mb-4 h-auto w-full rounded-md bg-raise"
          />
          <div className="mb-4 grid grid-cols-2 gap-2">
            <SendLink share={share} />
            <a href={share.picture} download={`delphin-${tagInPath(tag)}.png`} className={buttonStyle('outline')}>
              {t('share.save')}
            </a>
            <CopyButton className="col-span-2" text={() => `${share.text}\n${addressOf(share.path)}`}>
              {t('share.discord')}
            </CopyButton>
          </div>
          <Expandable title={t('share.discordWhat')}>
            <p className="rounded-md bg-raise p-3 text-sm break-words whitespace-pre-wrap">{share.text}</p>
          </Expandable>
          <p className="border-t border-edge">
            <Link
              to={type === 'club' ? '/club/$tag/review' : '/player/$tag/review'}
              params={{ tag: tagInPath(tag) }}
              className="flex min-h-11 items-center justify-between gap-2 font-semibold"
            >
              {t('share.review')}
              <ChevronRight className="size-4.5 text-mut rtl:-scale-x-100" aria-hidden="true" />
            </Link>
          </p>
          <Expandable title={t('share.embed')}>
            <Embed share={share} />
          </Expandable>
          <Expandable title={type === 'club' ? t('share.badgeAndFeed') : t('share.feed')}>
            {type === 'club' && <Badge share={share} />}
            <Feed type={type} share={share} />
          </Expandable>
        </>
      )}
    </QuerySection>
  )
}

/**
 * The last week as one picture, which the phone sends on as a file. It is there before the tap: some browsers open the
 * sheet in the tap itself only, and not after a call.
 */
function WeekCard({ path, title }: { path: string; title: string }) {
  const { data, isError, isFetching, refetch } = useQuery({ queryKey: ['file', path], queryFn: () => readFile(path) })
  const [sending, setSending] = useState(false)
  const send = async (picture: Blob) => {
    setSending(true)
    const name = `delphin-${path.split('/').slice(2).join('-')}`
    await sendFile(new File([picture], name, { type: 'image/png' }))
    setSending(false)
  }
  return (
    <section aria-label={t('share.week')} className="mb-4 flex items-center gap-4 border-b border-edge pb-4">
      <div className="aspect-4/5 w-28 shrink-0 overflow-hidden rounded-md bg-raise">
        {data && (
          <img
            src={path}
            alt={t('share.weekOf', { name: title })}
            width="1080"
            height="1350"
            className="h-auto w-full"
          />
        )}
      </div>
      <div className="grid flex-1 gap-2">
        <p className="text-sm text-mut">{t('share.weekPicture')}</p>
        <Button busy={isFetching || sending} onClick={() => (data ? send(data) : refetch())}>
          {isError && !data ? t('share.loadAgain') : t('share.sendWeek')}
        </Button>
        <p role="status" className="text-sm text-warn empty:hidden">
          {isError && !data ? t('share.noPicture') : ''}
        </p>
      </div>
    </section>
  )
}

/** Opens the sheet with which the phone shares the file; saves it where there is none, or where it does not open. */
async function sendFile(file: File): Promise<void> {
  if (!navigator.canShare?.({ files: [file] })) return saveFile(file)
  await navigator.share({ files: [file] }).catch((error: unknown) => {
    // Whoever closes the sheet has changed their mind, which is no failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) saveFile(file)
  })
}

function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: file.name }).click()
  // Some browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(address), MINUTE_MS)
}

/** The whole address of a path on this site. */
function addressOf(path: string): string {
  return window.location.origin + path
}

/** Opens the sheet with which the phone shares; copies the link where there is none. */
export function SendLink({ share: { path, title } }: { share: Pick<Share, 'path' | 'title'> }) {
  const link = addressOf(path)
  const copy = (variant?: 'primary') => (
    <CopyButton variant={variant} text={() => link}>
      {t('share.copyLink')}
    </CopyButton>
  )
  if (!('share' in navigator)) return copy('primary')
  // Whoever closes the sheet has changed their mind, which is no failure.
  const send = () => navigator.share({ title, url: link }).catch(() => {})
  return (
    <>
      <button type="button" onClick={send} className={buttonStyle('primary', 'col-span-2')}>
        {t('share.share')}
      </button>
      {copy()}
    </>
  )
}

type CopyProps = { text: () => string; variant?: 'primary' | undefined; className?: string; children: ReactNode }

/** A button that copies a text, and says whether it did. */
function CopyButton({ text, variant, className = '', children }: CopyProps) {
  const { state, copy, reset } = useCopy(text)
  return (
    <div className={`grid ${className}`}>
      <button type="button" onClick={copy} onBlur={reset} className={buttonStyle(variant ?? 'outline')}>
        {children}
      </button>
      <span
        role="status"
        className={`mt-1 text-center text-sm empty:hidden ${state === 'copied' ? 'text-good' : 'text-warn'}`}
      >
        {copyWords(state, 'share.notCopied')}
      </span>
    </div>
  )
}

/** A text that somebody puts into a page of theirs. A click selects all of it. */
function Snippet({ what, copy, text }: { what: string; copy: string; text: string }) {
  return (
    <>
      <input
        readOnly
        aria-label={what}
        value={text}
        onFocus={(event) => event.target.select()}
        className="my-2 min-h-11 w-full rounded-md border border-line bg-bg px-3.5 py-2 font-mono text-sm text-ink"
      />
      <CopyButton text={() => text}>{copy}</CopyButton>
    </>
  )
}

const FRAME_THEMES = [
  ['beluga', 'frame.beluga'],
  ['light', 'frame.light'],
  ['dark', 'frame.dark'],
] as const
type FrameTheme = (typeof FRAME_THEMES)[number][0]
const FRAME_THEME: Record<Theme, FrameTheme> = { default: 'beluga', light: 'light', dark: 'dark' }

const FRAME = 'width="480" height="300" loading="lazy" style="border:0"'

/** The frame as another site shows it, and the text that puts it there. */
function Embed({ share }: { share: Share }) {
  const [theme, setTheme] = useState<FrameTheme>(FRAME_THEME[currentTheme()])
  const [language, setLanguage] = useState<Language>(share.languages.find((each) => each === pageLanguage()) ?? 'en')
  const path = `/embed${share.path}?theme=${theme}&lang=${language}`
  const themes = FRAME_THEMES.map(([each, name]) => [each, t(name)] as const)
  const languages = share.languages.map((each) => [each, LANGUAGES[each].name] as const)
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Select label={t('share.theme')} value={theme} choices={themes} onChange={setTheme} className="flex-1" />
        <Select
          label={t('share.language')}
          value={language}
          choices={languages}
          onChange={setLanguage}
          className="flex-1"
        />
      </div>
      <iframe
        src={path}
        title={t('share.preview', { name: share.title })}
        height={300}
        className="my-3 w-full rounded-md border border-edge"
      />
      <Snippet
        what="HTML"
        copy={t('share.copyHtml')}
        text={`<iframe src="${addressOf(path).replace('&', '&amp;')}" title="Delphin" ${FRAME}></iframe>`}
      />
    </>
  )
}

function Badge({ share: { path, title } }: { share: Share }) {
  const badge = `/badge${path}.svg`
  return (
    <div className="mb-4">
      <img src={badge} alt={t('share.badge', { name: title })} className="max-w-full" />
      <Snippet
        what="Markdown"
        copy={t('share.copyMarkdown')}
        text={`[![Delphin](${addressOf(badge)})](${addressOf(path)})`}
      />
    </div>
  )
}

const FEEDS = { club: 'events.atom', player: 'milestones.atom' } as const

function Feed({ type, share: { path } }: { type: EntityType; share: Share }) {
  return (
    <>
      <p className="text-sm text-mut">{t('share.feedTells', { kind: type })}</p>
      <Snippet what={t('share.feedAddress')} copy={t('share.copyFeed')} text={addressOf(`${path}/${FEEDS[type]}`)} />
    </>
  )
}
