import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { say } from './install.mjs'

const FIRST = 'en'

/** The catalogs of a language: `texts/en/club.po` holds the texts whose ids begin with `club.`. */
function catalogsOf(root, language) {
  const folder = join(root, 'texts', language)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.po'))
    .sort()
    .map((name) => ({ place: name.replace(/\.po$/, ''), file: `texts/${language}/${name}`, path: join(folder, name) }))
}

export function languagesOf(root) {
  return readdirSync(join(root, 'texts'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

/**
 * Reads all texts of a language: by id the message, the notes for translators, and whether it is marked as doubtful.
 * @throws {Error} if an id stands twice or in a catalog of another place, or a message is no ICU message
 */
export async function readCatalogs(root, language) {
  const { parsePo, validateIcu } = await import('pofile-ts')
  const texts = new Map()
  for (const { place, file, path } of catalogsOf(root, language)) {
    for (const { msgid, msgstr, flags, extractedComments } of parsePo(readFileSync(path, 'utf8')).items) {
      const [message = ''] = msgstr
      if (!msgid.startsWith(`${place}.`)) throw new Error(`${file}: "${msgid}" does not begin with "${place}."`)
      if (texts.has(msgid)) throw new Error(`${file}: "${msgid}" stands twice`)
      const { errors } = validateIcu(message)
      if (errors.length > 0) throw new Error(`${file}: "${msgid}" is no ICU message: ${errors[0].kind}`)
      texts.set(msgid, { message, notes: extractedComments, doubtful: flags.fuzzy === true })
    }
  }
  return texts
}

const TAG = /<(\w+)>/g

/** The type of the values that a message takes; `undefined` for a text without any. */
function typeOfValues(message, variables) {
  const kinds = { plural: 'number', number: 'number', select: 'string', argument: 'string | number' }
  const values = new Map(variables.map(({ name, type }) => [name, kinds[type] ?? 'number']))
  for (const [, name] of message.matchAll(TAG)) values.set(name, 'Tag')
  if (values.size === 0) return 'undefined'
  return `{ ${[...values].map(([name, type]) => `${name}: ${type}`).join('; ')} }`
}

async function writeTypes(folder, english) {
  const { extractVariableInfo } = await import('pofile-ts')
  const lines = [...english].map(
    ([id, { message }]) => `  '${id}': ${typeOfValues(message, extractVariableInfo(message))}`,
  )
  const head =
    '/** Marks an element of a text: <Text> takes what it is shown as. */\nexport type Tag = { tag: true }\n\n'
  writeFileSync(join(folder, 'values.ts'), `${head}export type TextValues = {\n${lines.join('\n')}\n}\n`)
}

async function compile(english, texts) {
  const { compileMessage } = await import('@lingui/message-utils/compileMessage')
  const messages = {}
  for (const [id, { message }] of english) messages[id] = compileMessage(texts.get(id)?.message || message)
  return JSON.stringify(messages)
}

/**
 * Compiles the catalogs in texts/ into dist/texts: the messages of each language, English where a text is missing, and the
 * types of the ids and their values. Says how complete each language is. Does nothing if no catalog changed.
 */
export async function textsBuild(root) {
  const folder = join(root, 'dist', 'texts')
  const stamp = join(folder, 'stamp')
  const hash = createHash('sha256').update(readFileSync(new URL(import.meta.url)))
  const languages = languagesOf(root)
  for (const { file, path } of languages.flatMap((each) => catalogsOf(root, each))) {
    hash.update(file).update(readFileSync(path))
  }
  const digest = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  mkdirSync(folder, { recursive: true })
  const english = await readCatalogs(root, FIRST)
  await writeTypes(folder, english)
  for (const language of languages) {
    const texts = language === FIRST ? english : await readCatalogs(root, language)
    writeFileSync(join(folder, `${language}.json`), await compile(english, texts))
    const missing = [...english.keys()].filter((id) => !texts.get(id)?.message).length
    if (missing > 0) say(`texts: ${language} lacks ${missing} of ${english.size} texts, which are shown in English`)
  }
  writeFileSync(stamp, digest)
}
