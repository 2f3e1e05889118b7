import { type IcuNode, parseIcu } from 'pofile-ts'
import { parseSync } from 'vite'
import type { SourceFile } from './gates/source-files.ts'

type Node = { type: string; [field: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Where a text is compared, is a kind, or says how something looks. */
const NOT_SHOWN = /^(Import|ExportAll|ExportNamed)Declaration$|^TS|^BinaryExpression$/
const LOOKS = /^(className|style|d|fill|stroke|viewBox|transform|phone|auto[A-Z]\w*|\w+ClassName)$/

/** What may be shown of a file: strings, templates and the words of elements, with `…` in place of what is computed. */
export function textsOf({ path, text }: SourceFile): string[] {
  const texts: string[] = []
  collect(parseSync(path, text).program as unknown as Node, texts)
  return texts.map((each) => each.replaceAll(/\s+/g, ' ').trim())
}

function collect(node: Node, texts: string[]): void {
  if (NOT_SHOWN.test(node.type) && !('declaration' in node && node.declaration)) return
  if (node.type === 'JSXAttribute' && LOOKS.test(String((node.name as Node).name))) return
  if (node.type === 'Literal' && typeof node.value === 'string') texts.push(node.value)
  if (node.type === 'JSXText') texts.push(node.value as string)
  if (node.type === 'TemplateLiteral') {
    texts.push((node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…'))
  }
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) collect(child, texts)
  }
}

/** What a message of a catalog may say: a text for each choice of its plurals, with `…` in place of values. */
export function textsOfMessage(message: string): string[] {
  const { ast } = parseIcu(message)
  return ast === null ? [] : variantsOf(ast).map((each) => each.replaceAll(/\s+/g, ' ').trim())
}

function variantsOf(nodes: readonly IcuNode[]): string[] {
  return nodes.reduce<string[]>(
    (texts, node) => texts.flatMap((text) => variantsOfNode(node).map((part) => text + part)),
    [''],
  )
}

function variantsOfNode(node: IcuNode): string[] {
  if (node.type === 'literal') return [node.value]
  if (node.type === 'tag') return variantsOf(node.children)
  if (node.type === 'plural' || node.type === 'select')
    return [...new Set(Object.values(node.options).flatMap(({ value }) => variantsOf(value)))]
  return ['…']
}
