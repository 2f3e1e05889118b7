import { type AtRule, type ChildNode, parse, type Root } from 'postcss'
import parseSelectors from 'postcss-selector-parser'

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
  const pieces = readPieces(parse(sheet))
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

function readPieces(sheet: Root | AtRule): Piece[] {
  return (sheet.nodes ?? []).flatMap((node: ChildNode): Piece[] => {
    if (node.type === 'atrule') return readAtRule(node)
    if (node.type !== 'rule') return []
    return [{ kind: 'rule', text: `${node}`, selectors: classesNeeded(node.selector) }]
  })
}

const NAMED: ReadonlySet<string> = new Set(['property', 'keyframes'])
const GROUPS: ReadonlySet<string> = new Set(['media', 'supports', 'layer', 'container'])

/**
 * Repeats the registered properties for browsers that the site's colours do not support. Its place among the layers
 * stays.
 */
const FOR_OLD_BROWSERS = 'properties'

function readAtRule(node: AtRule): Piece[] {
  const { name, params } = node
  if (name === 'media' && params.startsWith('print')) return []
  if (name === 'layer' && params === FOR_OLD_BROWSERS) return [{ kind: 'other', text: `@layer ${params};` }]
  const text = node.nodes === undefined ? `${node};` : `${node}`
  if (NAMED.has(name)) return [{ kind: 'named', text, name: params }]
  if (node.nodes === undefined || !GROUPS.has(name)) return [{ kind: 'other', text }]
  return [{ kind: 'group', opening: `@${name} ${params}{`, pieces: readPieces(node) }]
}

/** For each selector of a list, the classes without which it selects nothing. Those in brackets are not: `:not(.a)`. */
function classesNeeded(list: string): string[][] {
  return parseSelectors()
    .astSync(list)
    .map((selector) => selector.nodes.flatMap((node) => (node.type === 'class' ? [node.value] : [])))
}
