import { Fragment, useState } from 'react'
import { directionOf, type Language } from '#shared/languages.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { Dolphin } from '#web/ui/Dolphin.tsx'
import { timeOfDay } from '#web/ui/date-words.ts'

type Post = Answer<'GET /api/desk/{tag}/channels/samples'>['posts'][number]

type Props = {
  post: Post
  /** In which it is written. */
  language: Language
  /** When it was made, in milliseconds. */
  at: number
}

/** Lines of a post, and characters of a list in it, that are shown before somebody asks for the whole post. */
const SHORT = { lines: 6, list: 56 } as const

/** A post as Discord shows it, shortened where it is long until the whole is asked for. */
export function ShownPost({ post, language, at }: Props) {
  const [whole, showWhole] = useState(false)
  const rows = post.lines.map((line) => rowOf(line, post.about))
  const ranking = rankingOf(rows)
  const isLong = rows.length > SHORT.lines || rows.some(({ label, text }) => label !== '' && text.length > SHORT.list)
  return (
    <figure className="mt-4 flex gap-3" lang={language} dir={directionOf(language)}>
      <DolphinCircle />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2">
          <b className="font-semibold">Delphin</b>
          <time className="text-sm text-mut">{timeOfDay(new Date(at))}</time>
        </p>
        <div className="mt-1 rounded-md border-s-4 border-s-acc bg-raise px-4 py-3">
          <p className="text-lg font-semibold wrap-anywhere text-acc">
            <bdi>{plain(post.title)}</bdi>
          </p>
          {ranking ? <Ranking {...ranking} /> : <Rows rows={rows} language={language} whole={whole || !isLong} />}
          <Fields fields={post.fields} />
          {post.footer !== null && <p className="mt-3 text-sm text-mut">{plain(post.footer)}</p>}
        </div>
        {isLong && !ranking && (
          <button type="button" aria-expanded={whole} className="link min-h-11" onClick={() => showWhole(!whole)}>
            {t('desk.wholePost')}
          </button>
        )}
      </div>
    </figure>
  )
}

/** The picture of who posts. */
export function DolphinCircle() {
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-full bg-raise">
      <Dolphin className="size-6" />
    </span>
  )
}

/** A line of a post: what is bold before a list or a fact, and the rest, both in Markdown. */
type Row = { label: string; text: string }

const BOLD_START = /^\*\*((?:\\.|[^\\*])+)\*\*(?:: )?(.*)$/

function rowOf(line: string, about: Post['about']): Row {
  const [, label, text = ''] = BOLD_START.exec(line) ?? []
  if (label !== undefined) return { label, text }
  // Those facts of a week have labels that are not bold.
  const colon = about === 'week' ? line.indexOf(': ') : -1
  const isFact = colon > 0 && !/\p{Nd}/u.test(line.slice(0, colon))
  return isFact ? { label: line.slice(0, colon), text: line.slice(colon + 2) } : { label: '', text: line }
}

type Ranked = { heading: string; places: { name: string; figure: string }[] }

/** A heading and below it names with figures, as the board has them; null for anything else. */
function rankingOf([first, ...others]: Row[]): Ranked | null {
  const places = others.flatMap(({ text }) => figureAtEnd(text) ?? [])
  if (first === undefined || first.label === '' || first.text !== '' || places.length < others.length) return null
  return { heading: plain(first.label), places }
}

function figureAtEnd(text: string) {
  const [, name, figure] = /^(.+) ([^ ]*\p{Nd}[^ ]*)$/u.exec(plain(text)) ?? []
  return name === undefined || figure === undefined ? null : { name, figure }
}

function Ranking({ heading, places }: Ranked) {
  return (
    <>
      <p className="mt-1 font-semibold">{heading}</p>
      <ol>
        {[...places.entries()].map(([place, { name, figure }]) => (
          <li key={place} className="flex items-baseline gap-3 border-b border-edge py-1.5">
            <span className="w-3 text-mut">{place + 1}</span>
            <span className="min-w-0 flex-1 truncate">
              <bdi>{name}</bdi>
            </span>
            <b className="font-semibold">{figure}</b>
          </li>
        ))}
      </ol>
    </>
  )
}

type RowsProps = { rows: readonly Row[]; language: Language; whole: boolean }

function Rows({ rows, language, whole }: RowsProps) {
  const shown = whole ? rows : rows.slice(0, SHORT.lines)
  return (
    <ul className="mt-1 grid grid-cols-1 gap-1.5">
      {[...shown.entries()].map(([place, { label, text }]) => (
        <li key={place} className="flex flex-wrap gap-x-2 wrap-anywhere">
          {label !== '' && <b className="font-semibold">{plain(label)}</b>}
          <span className="min-w-0">
            {label === '' ? (
              <Names text={plain(text)} language={language} />
            ) : (
              <List text={text} language={language} whole={whole} />
            )}
          </span>
        </li>
      ))}
      {shown.length < rows.length && <li className="text-mut">…</li>}
    </ul>
  )
}

type ListProps = { text: string; language: Language; whole: boolean }

/** Characters of a name that does not break; the game allows 15. What is longer may. */
const UNBROKEN = 18

/** The items of a list, each in one piece where it is short. */
function List({ text, language, whole }: ListProps) {
  const items = text.split(/(?<=[,،] |、)/)
  const ends = items.map((_, place) => items.slice(0, place + 1).join('').length)
  const shown = whole ? items : items.filter((_, place) => place === 0 || (ends[place] ?? 0) <= SHORT.list)
  return (
    <>
      {[...shown.entries()].map(([place, item]) => {
        const { name, figure } = figureAtEnd(item.trimEnd()) ?? { name: plain(item.trimEnd()), figure: '' }
        return (
          <Fragment key={place}>
            <span className={name.length > UNBROKEN ? '' : 'whitespace-nowrap'}>
              {figure === '' ? <Names text={name} language={language} /> : <bdi>{name}</bdi>}
            </span>{' '}
            {figure !== '' && `${figure} `}
          </Fragment>
        )
      })}
      {shown.length < items.length && <span className="text-mut">…</span>}
    </>
  )
}

/** A few words of a script that is written from right to left. */
const RIGHT_TO_LEFT_WORDS = /([\p{Script=Arabic}\p{Script=Hebrew}]+(?: [\p{Script=Arabic}\p{Script=Hebrew}]+)*)/u

/** A text with its names from right to left set apart, where it runs from left to right itself. */
function Names({ text, language }: { text: string; language: Language }) {
  if (directionOf(language) === 'rtl') return text
  return [...text.split(RIGHT_TO_LEFT_WORDS).entries()].map(([place, part]) =>
    place % 2 === 0 ? (
      part
    ) : (
      <bdi key={place} className="whitespace-nowrap">
        {part}
      </bdi>
    ),
  )
}

function Fields({ fields }: Pick<Post, 'fields'>) {
  if (fields.length === 0) return null
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2">
      {fields.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-sm text-mut">{plain(name)}</dt>
          <dd className="font-semibold wrap-anywhere">{plain(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Without the marks that keep names from formatting; a link as its words, and what is bold as text. */
const plain = (text: string) =>
  text
    .replace(/(?<!\\)\[((?:\\.|[^\\\]])*)\]\([^)\s]*\)/g, '$1')
    .replace(/(?<!\\)\*\*/g, '')
    .replace(/\\(.)/g, '$1')
