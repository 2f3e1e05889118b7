import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pagePolicy } from '../security-headers.ts'

/** The page's parts that differ from address to address. */
export type PageParts = { head: string; module: string | null; html: string; css: string; answers: string }

export type PageTemplate = (parts: PageParts) => { html: string; policy: string }

type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>

const ENTRY = 'index.html'
const STYLE_SHEETS = /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g
const ENTRY_SCRIPT = /\s*<script type="module"[^>]*><\/script>/

/**
 * Reads the built page once: its styles become part of it, and of the scripts, those that a page needs are named, so
 * that the browser asks for all at once. The policy allows inline scripts and styles by their hash.
 */
export function readTemplate(directory: string, artBase?: string): PageTemplate {
  const built = readFileSync(join(directory, 'index.html'), 'utf8')
  const manifest = readManifest(directory)
  const styles = [...built.matchAll(STYLE_SHEETS)]
    .map(([, file = '']) => readFileSync(join(directory, file), 'utf8'))
    .join('')
  const page = built
    .replace(/\s*<title>[^<]*<\/title>/, '')
    .replace(/\s*<meta name="description"[^>]*>/, '')
    .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace(ENTRY_SCRIPT, '')
    .replace(STYLE_SHEETS, '')
  const [beforeHead = '', afterHead = ''] = page.split('</head>')
  const [beforeRoot = '', afterRoot = ''] = afterHead.split('<div id="root"></div>')
  const scripts = inlineScripts(page).map(hashOf)
  const fixed = `<style>${styles}</style>`
  const entry = ENTRY_SCRIPT.exec(built)?.[0] ?? ''
  return ({ head, module, html, css, answers }) => {
    const rules = css === '' ? '' : `<style>${css}</style>`
    const hashes = css === '' ? [hashOf(styles)] : [hashOf(styles), hashOf(css)]
    const policy = pagePolicy({ scripts, styles: hashes, artBase })
    const preloads = neededBy(manifest, module)
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`)
      .join('')
    return {
      policy,
      // What is seen comes first; the scripts would only slow it down.
      html: `${beforeHead}${head}${fixed}${rules}</head>${beforeRoot}<div id="root">${html}</div>${preloads}${entry}${answers}${afterRoot}`,
    }
  }
}

function readManifest(directory: string): Manifest {
  const file = join(directory, '.vite/manifest.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {}
}

/** The scripts that a page's own code and the frame need, each once; the frame itself is asked for by the page. */
function neededBy(manifest: Manifest, module: string | null): string[] {
  const found = new Set<string>()
  const add = (key: string) => {
    if (found.has(key)) return
    found.add(key)
    for (const each of manifest[key]?.imports ?? []) add(each)
  }
  for (const key of module === null ? [ENTRY] : [ENTRY, module]) add(key)
  found.delete(ENTRY)
  return [...found].flatMap((key) => manifest[key]?.file ?? [])
}

/** The scripts that stand in the page itself. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
