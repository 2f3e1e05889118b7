import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { onSendHookHandler } from 'fastify'
import { escapeName } from '#server/kernel/escape.ts'
import { getClub, getClubAnalytics, getClubProgression } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getPlayer, getPlayerAnalytics, getPlayerProgression } from '#shared/contract/players.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { keysOf } from '#shared/records.ts'
import { type EntityType, normaliseTag, tagInPath } from '#shared/tag.ts'
import type { Guards, Server } from '../http/serve.ts'
import { type AskPublic, sendDocument, sendMissing } from './documents.ts'

/** Serves the frames in which other sites show a club or player. */
export function registerEmbeds(server: Server & { guards: Guards }, ask: AskPublic): void {
  for (const type of ['club', 'player'] satisfies EntityType[]) serveFrame(server, type, ask)
}

const THEMES: readonly unknown[] = ['beluga', 'light', 'dark']

/** The site's own colours, and the little that a frame needs besides. */
const STYLE = ['../../../web/palettes.css', 'embed.css']
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .join('\n')
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors *`

/** What the words of a frame are in each language, in one order. Numbers, days and dates come from `Intl`. */
const WORDS = {
  en: 'Club|Player|Trophies|Members|Active|Best|Performance|not known yet|As of|Unofficial fan site|Not found on Delphin',
  es: 'Club|Jugador|Trofeos|Miembros|Activos|Récord|Rendimiento|aún no se sabe|A fecha de|Sitio de fans no oficial|No se encuentra en Delphin',
  'pt-BR':
    'Clube|Jogador|Troféus|Membros|Ativos|Recorde|Desempenho|ainda não se sabe|Em|Site de fãs não oficial|Não encontrado no Delphin',
  de: 'Club|Spieler|Trophäen|Mitglieder|Aktiv|Bestwert|Leistung|noch nicht bekannt|Stand|Inoffizielle Fanseite|Bei Delphin nicht gefunden',
  fr: 'Club|Joueur|Trophées|Membres|Actifs|Record|Performance|pas encore connu|Au|Site de fans non officiel|Introuvable sur Delphin',
  ru: 'Клуб|Игрок|Трофеи|Участники|Активны|Рекорд|Форма|пока неизвестно|На|Неофициальный фан-сайт|Не найдено на Delphin',
  tr: 'Kulüp|Oyuncu|Kupa|Üyeler|Aktif|En iyi|Performans|henüz bilinmiyor|Tarih|Resmî olmayan hayran sitesi|Delphin’de bulunamadı',
  ko: '클럽|플레이어|트로피|멤버|활동 중|최고|퍼포먼스|아직 알 수 없음|기준|비공식 팬 사이트|Delphin에서 찾을 수 없음',
  ja: 'クラブ|プレイヤー|トロフィー|メンバー|アクティブ|最高|パフォーマンス|まだ不明|時点|非公式ファンサイト|Delphinに見つかりません',
  pl: 'Klub|Gracz|Trofea|Członkowie|Aktywni|Rekord|Forma|jeszcze nieznane|Stan na|Nieoficjalna strona fanów|Nie znaleziono w Delphin',
  it: 'Club|Giocatore|Trofei|Membri|Attivi|Record|Prestazioni|non ancora noto|Al|Sito di fan non ufficiale|Non trovato su Delphin',
} as const

type Language = keyof typeof WORDS

export const LANGUAGES = keysOf(WORDS)

/** The language of a query: `pt` means Brazilian Portuguese, and an unknown one means English. */
function languageOf(asked: unknown): Language {
  const [code = ''] = typeof asked === 'string' ? asked.toLowerCase().split('-') : []
  return LANGUAGES.find((language) => language.toLowerCase().split('-')[0] === code) ?? 'en'
}

type Look = { language: Language; theme: string }
type FrameRoute = { Params: { tag: string }; Querystring: { theme?: unknown; lang?: unknown } }

function serveFrame({ fastify, guards }: Server & { guards: Guards }, type: EntityType, ask: AskPublic): void {
  /** Other sites may show the document in a frame, and no other answer. */
  const onSend: onSendHookHandler = (_request, reply, payload, done) => {
    if (reply.getHeader('content-security-policy') === POLICY) reply.removeHeader('x-frame-options')
    done(null, payload)
  }
  fastify.get<FrameRoute>(`/embed/${type}/:tag`, { onSend }, async (request, reply) => {
    const { theme, lang } = request.query
    const look = { language: languageOf(lang), theme: THEMES.includes(theme) ? String(theme) : 'beluga' }
    const missing = () => renderFrame(look, { title: wordsOf(look).missing, page: '/', path: '/', body: [] })
    const tag = normaliseTag(request.params.tag)
    if (tag === null) return sendMissing({ missing }, request, reply)
    const make = async () => renderFrame(look, await (type === 'club' ? clubCard : playerCard)(ask, look, tag))
    const key = `embed ${type} ${tag} ${look.language} ${look.theme}`
    return sendDocument(guards, { type, tag, key, make, missing }, request, reply)
  })
}

function wordsOf({ language }: Look) {
  const [club, player, trophies, members, active, best, performance, unknown, asOf, unofficial, missing] = WORDS[
    language
  ].split('|') as [string, string, string, string, string, string, string, string, string, string, string]
  return { club, player, trophies, members, active, best, performance, unknown, asOf, unofficial, missing }
}

type Card = { title: string; page: string; path: string; under?: string; body: readonly string[]; asOf?: string }

/** A page without scripts. All its links open the site beside the page that shows it. */
function renderFrame(look: Look, { title, page, under, body, asOf }: Card) {
  const { asOf: word, unofficial } = wordsOf(look)
  const link = (text: string) => `<a href="${page}" target="_blank" rel="noopener">${text}</a>`
  const name = escapeName(title)
  const time = new Intl.DateTimeFormat(look.language, {
    ...{ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' },
  })
  const at = asOf === undefined ? '' : ` · ${word} ${escapeName(time.format(new Date(asOf)))} UTC`
  const text = `<!doctype html><html lang="${look.language}"${look.theme === 'beluga' ? '' : ` data-theme="${look.theme}"`}><head><meta charset="utf-8"><title>${name} | Delphin</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><style>${STYLE}</style></head>
<body><main><header><h1>${link(`<bdi>${name}</bdi>`)}</h1>${under === undefined ? '' : `<p>${under}</p>`}</header>
${body.join('\n')}
<footer><p>${link('Delphin')}${at}</p><p>${unofficial}</p></footer></main></body></html>`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'cross-origin-resource-policy': 'cross-origin',
  }
  return { headers: { ...headers, 'x-robots-tag': 'noindex' }, text }
}

async function clubCard(ask: AskPublic, look: Look, tag: string): Promise<Card> {
  const params = { tag }
  const [club, analytics, line] = await Promise.all([
    ask(getClub, { params }),
    ask(getClubAnalytics, { params }),
    ask(getClubProgression, { params, query: { days: LINE_DAYS } }),
  ])
  const { club_health_metrics: health } = analytics
  const words = wordsOf(look)
  const share = health.activity_score
  const percent = new Intl.NumberFormat(look.language, { style: 'percent' })
  const figures = [
    trophiesFigure(look, club.trophies, health.trophy_growth_7d, health.growth_span_days),
    figure(words.members, number(look, club.memberCount)),
    figure(words.active, share === null ? words.unknown : percent.format(share / 100)),
  ]
  return card(look, 'club', club, [`<dl>${figures.join('')}</dl>`, drawChart(look, line)])
}

async function playerCard(ask: AskPublic, look: Look, tag: string): Promise<Card> {
  const params = { tag }
  const [player, analytics, line] = await Promise.all([
    ask(getPlayer, { params }),
    ask(getPlayerAnalytics, { params }),
    ask(getPlayerProgression, { params, query: { days: LINE_DAYS } }),
  ])
  const words = wordsOf(look)
  const { highestTrophies: best } = player
  const { performance_score: score, trophy_progression: change } = analytics
  const figures = [
    trophiesFigure(look, player.trophies, change.trophy_change_30d, change.span_days),
    figure(words.best, best === null ? words.unknown : number(look, best)),
    figure(words.performance, score === null ? words.unknown : `${Math.round(score)}/100`),
  ]
  return card(look, 'player', player, [`<dl>${figures.join('')}</dl>`, drawChart(look, line)])
}

type Entity = { tag: string; name: string; last_updated: string }

function card(look: Look, type: EntityType, { tag, name, last_updated }: Entity, body: string[]): Card {
  const path = `/${type}/${tagInPath(tag)}`
  return {
    title: nameOrTag(name, tag),
    page: path,
    path,
    under: `${wordsOf(look)[type]} · ${tag}`,
    body,
    asOf: last_updated,
  }
}

function number({ language }: Look, value: number, options: Intl.NumberFormatOptions = {}): string {
  return escapeName(new Intl.NumberFormat(language, options).format(value))
}

function figure(label: string, value: string, note = ''): string {
  return `<div><dt>${label}</dt><dd>${value}${note}</dd></div>`
}

function days(look: Look, span: number): string {
  return number(look, span, { style: 'unit', unit: 'day', unitDisplay: 'long' })
}

/** The trophies and their change; without a note where the change is not known. */
function trophiesFigure(look: Look, trophies: number, change: number | null, span: number | null): string {
  const value = number(look, trophies)
  if (change === null || span === null) return figure(wordsOf(look).trophies, value)
  const way = change > 0 ? ' class="up"' : change < 0 ? ' class="down"' : ''
  const moved = number(look, change, { signDisplay: 'exceptZero' })
  return figure(wordsOf(look).trophies, value, ` <small><span${way}>${moved}</span> · ${days(look, span)}</small>`)
}

const LINE_DAYS = 30
const CHART = { width: 300, height: 60 }

/** The trophy line; nothing before two days are known. */
function drawChart(look: Look, { progression_data: line }: Output<typeof getClubProgression>): string {
  const known = line.flatMap(({ trophies }, day) => (trophies === null ? [] : [{ day, trophies }]))
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined || known.length < 2) return ''
  const values = known.map(({ trophies }) => trophies)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const points = known.map(({ day, trophies }) => {
    const x = ((day - first.day) / (last.day - first.day)) * CHART.width
    const y = 3 + (1 - (trophies - low) / (high - low || 1)) * (CHART.height - 6)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  const ends = `${number(look, first.trophies)} → ${number(look, last.trophies)}`
  const label = `${wordsOf(look).trophies}, ${days(look, last.day - first.day + 1)}: ${ends}`
  return `<svg role="img" aria-label="${label}" viewBox="0 0 ${CHART.width} ${CHART.height}" preserveAspectRatio="none"><path d="M${points.join('L')}"/></svg>`
}
