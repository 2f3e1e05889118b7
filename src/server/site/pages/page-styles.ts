/** Makes the part of the style sheet that a page's markup can use. Its rules and their order are those of the sheet. */
export type StylesFor = (html: string) => string

/** A piece of a style sheet. */
type Piece =
  /** A rule, with the classes that each of its selectors needs. */
  | { kind: 'rule'; text: string; selectors: string[][] }
  /** Rules in braces, such as those of `@media`. */
  | { kind: 'group'; opening: string; pieces: Piece[] }
  /** An animation or a registered property, needed where a rule names it. */
  | { kind: 'named'; text: string; name: string }
  | { kind: 'other'; text: string }

/**
 * Reads the built style sheet once. Of a page it keeps the rules whose classes the markup has. Rules without a class stay,
 * those for paper do not. The page loads the whole sheet below its markup, before any script runs: so what scripts add
 * has its rules, and in the end all rules apply in the order of the sheet.
 */
export function readStyles(sheet: string): StylesFor {
  const pieces = readPieces(sheet)
  return (html) => {
    const used = usedBy(classesOf(html), pieces)
    const rules = textOf(used.filter(({ kind }) => kind !== 'named'))
    return textOf(used.filter((piece) => piece.kind !== 'named' || rules.includes(piece.name)))
  }
}

const CLASSES = / class="([^"]*)"/g
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

function classesOf(html: string): Set<string> {
  const attributes = new Set(Array.from(html.matchAll(CLASSES), ([, names = '']) => names))
  const names = [...attributes].flatMap((each) => each.split(/\s+/))
  return new Set(names.map((name) => name.replace(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity)))
}

function usedBy(classes: ReadonlySet<string>, pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece): Piece[] => {
    if (piece.kind === 'rule') {
      return piece.selectors.some((needed) => needed.every((name) => classes.has(name))) ? [piece] : []
    }
    if (piece.kind !== 'group') return [piece]
    const inner = usedBy(classes, piece.pieces)
    return inner.length === 0 ? [] : [{ ...piece, pieces: inner }]
  })
}

function textOf(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => (piece.kind === 'group' ? `${piece.opening}${textOf(piece.pieces)}}` : piece.text))
    .join('')
}

const NAMED = /^@(?:property|keyframes)\s+([\w-]+)/
const GROUP = /^@(?:media|supports|layer|container)\b/
const FOR_PAPER = /^@media print\b/

/** Repeats the registered properties for browsers that the site's colours do not support. Its place among the layers stays. */
const FOR_OLD_BROWSERS = '@layer properties'

function readPieces(sheet: string): Piece[] {
  return cut(sheet).flatMap(({ prelude, body, text }): Piece[] => {
    if (FOR_PAPER.test(prelude)) return []
    if (prelude === FOR_OLD_BROWSERS) return [{ kind: 'other', text: `${prelude};` }]
    const name = NAMED.exec(prelude)?.[1]
    if (name !== undefined) return [{ kind: 'named', text, name }]
    if (!prelude.startsWith('@')) return [{ kind: 'rule', text, selectors: classesNeeded(prelude) }]
    if (body === null || !GROUP.test(prelude)) return [{ kind: 'other', text }]
    return [{ kind: 'group', opening: `${prelude}{`, pieces: readPieces(body) }]
  })
}

type Statement = { prelude: string; body: string | null; text: string }

const COMMENT = /\/\*[\s\S]*?\*\//g

/** Strings and escaped characters, in which nothing counts, and the characters at which a sheet is cut. */
const CUTS = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\\.|[{};]/g

/** The statements of a sheet or group: each with what stands before its braces and what stands in them. */
function cut(sheet: string): Statement[] {
  const css = sheet.replace(COMMENT, '')
  const found: Statement[] = []
  let start = 0
  let opened = 0
  let depth = 0
  for (const { 0: token, index } of css.matchAll(CUTS)) {
    if (token === '{' && depth++ === 0) opened = index
    if (token === '}') depth -= 1
    if (depth > 0 || (token !== '}' && token !== ';')) continue
    const [head, body] = token === ';' ? [index, null] : [opened, css.slice(opened + 1, index)]
    found.push({ prelude: css.slice(start, head).trim(), body, text: css.slice(start, index + 1) })
    start = index + 1
  }
  return found
}

/** Classes, strings, and the characters that divide a list of selectors. */
const SELECTOR_PARTS = /\.((?:\\[\da-f]{1,6} ?|\\.|[\w-]|[^\0-\x7f])+)|"[^"]*"|\\.|[,()[\]]/g

/** For each selector of a list, the classes without which it selects nothing. Those in brackets are not: `:not(.a)`. */
function classesNeeded(list: string): string[][] {
  const selectors: string[][] = [[]]
  let depth = 0
  for (const [token, name] of list.matchAll(SELECTOR_PARTS)) {
    if (token === '(' || token === '[') depth += 1
    else if (token === ')' || token === ']') depth -= 1
    else if (depth > 0) continue
    else if (token === ',') selectors.push([])
    else if (name !== undefined) selectors.at(-1)?.push(unescaped(name))
  }
  return selectors
}

/** A class without the escapes of CSS: a backslash before the character, or its hexadecimal number. */
function unescaped(name: string): string {
  return name.replace(/\\(?:([\da-f]{1,6}) ?|(.))/gi, (_, code?: string, character = '') =>
    code === undefined ? character : String.fromCodePoint(Number.parseInt(code, 16)),
  )
}
