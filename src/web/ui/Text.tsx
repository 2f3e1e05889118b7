import type { ReactNode } from 'react'
import { type Tag, type TextId, type TextValues, type Translate, t } from '#shared/texts.ts'

/** What the values of a text may be where it is shown as elements: names in `<bdi>`, links, bold words. */
type ShownValues<Values> = Values extends undefined
  ? { values?: undefined }
  : {
      values: {
        [Name in keyof Values]: Values[Name] extends Tag
          ? (content: ReactNode) => ReactNode
          : Values[Name] extends number
            ? number
            : ReactNode
      }
    }

/** Stands for a value until the text is made. No message contains it. */
const mark = (name: string) => `\ue000${name}\ue000`

const PART = /\ue000(\w+)\ue000|<(\w+)>(.*?)<\/\2>/s

/**
 * A text with elements in it. A value that is an element stands where the message has its `{name}`; what stands between
 * `<link>` and `</link>` is given to the function `link`. Values are never read as tags: a name is only a name.
 */
export function Text<Id extends TextId>({ id, values }: { id: Id } & ShownValues<TextValues[Id]>) {
  const given: Record<string, unknown> = values ?? {}
  const isMarked = (value: unknown) => typeof value !== 'number' && typeof value !== 'function'
  const marked = Object.entries(given).map(([name, value]) => [name, isMarked(value) ? mark(name) : value])
  return elementsOf((t as Translate)(id, ...([Object.fromEntries(marked)] as never)), given)
}

function elementsOf(text: string, values: Record<string, unknown>): ReactNode {
  const found = PART.exec(text)
  if (found === null) return text
  const [part, value, tag = '', content = ''] = found
  const make = values[tag] as (content: ReactNode) => ReactNode
  return (
    <>
      {text.slice(0, found.index)}
      {value === undefined ? make(elementsOf(content, values)) : (values[value] as ReactNode)}
      {elementsOf(text.slice(found.index + part.length), values)}
    </>
  )
}

/** For what only a screen reader says of a text: `Open<said> {name}</said>`. */
export const saidOnly = (content: ReactNode) => <span className="sr-only">{content}</span>
