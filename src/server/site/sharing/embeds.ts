import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { onSendHookHandler } from 'fastify'
import type { Context } from '#server/context.ts'
import { escapeMarkup, escapeName } from '#server/kernel/escape.ts'
import { wholeScore } from '#shared/bands.ts'
import { getClub, getClubAnalytics, getClubProgression } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getPlayer, getPlayerAnalytics, getPlayerProgression } from '#shared/contract/players.ts'
import { writeDate } from '#shared/days.ts'
import { directionOf, type Language, languagePrefix } from '#shared/languages.ts'
import { numbers } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { type EntityType, normaliseTag, tagInPath } from '#shared/tag.ts'
import { pageLanguage, sayIn, t } from '#shared/texts.ts'
import { askedLanguage } from '../http/asked-language.ts'
import type { Guards, Server } from '../http/serve.ts'
import { type AskPublic, sendDocument, sendMissing } from './documents.ts'

/** Serves the frames in which other sites show a club or player. */
export function registerEmbeds(server: Server & { guards: Guards }, context: Context, ask: AskPublic): void {
  for (const type of ['club', 'player'] satisfies EntityType[]) serveFrame(server, context, type, ask)
}

const THEMES: readonly unknown[] = ['beluga', 'light', 'dark']

/** The site's own colours, and the little that a frame needs besides. */
const STYLE = ['../../../web/palettes.css', 'embed.css']
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .join('\n')
const STYLE_HASH = `'sha256-${hash('sha256', STYLE, 'base64')}'`
const POLICY = `default-src 'none'; style-src ${STYLE_HASH}; base-uri 'none'; form-action 'none'; frame-ancestors *`

/** How a frame is shown. */
type Look = { language: Language; theme: string }
type FrameRoute = { Params: { tag: string }; Querystring: { theme?: unknown; lang?: unknown } }

function serveFrame(
  { fastify, guards }: Server & { guards: Guards },
  context: Context,
  type: EntityType,
  ask: AskPublic,
): void {
  /** Other sites may show the document in a frame, and no other answer. */
  const onSend: onSendHookHandler = (_request, reply, payload, done) => {
    if (reply.getHeader('content-security-policy') === POLICY) reply.removeHeader('x-frame-options')
    done(null, payload)
  }
  fastify.get<FrameRoute>(`/embed/${type}/:tag`, { onSend }, async (request, reply) => {
    const { theme, lang } = request.query
    const look = { language: askedLanguage(lang), theme: THEMES.includes(theme) ? String(theme) : 'beluga' }
    const say = context.texts(look.language)
    const missing = () =>
      sayIn(say, () =>
        renderFrame(look, { title: t('embed.missing'), page: languagePrefix(look.language) || '/', body: [] }),
      )
    const tag = normaliseTag(request.params.tag)
    if (tag === null) return sendMissing({ missing }, request, reply)
    const make = async () => {
      const card = await (type === 'club' ? clubCard : playerCard)(ask, tag)
      return sayIn(say, () => renderFrame(look, card()))
    }
    const key = `embed ${type} ${tag} ${look.language} ${look.theme}`
    return sendDocument(guards, { type, tag, key, make, missing }, request, reply)
  })
}

type Card = { title: string; page: string; under?: string; body: readonly string[]; asOf?: string }

/** A page without scripts. All its links open the site beside the page that shows it. */
function renderFrame(look: Look, { title, page, under, body, asOf }: Card) {
  const link = (text: string) => `<a href="${page}" target="_blank" rel="noopener">${text}</a>`
  const name = escapeName(title)
  const style = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const
  const time = (moment: string) => writeDate(new Date(moment), style)
  const at = asOf === undefined ? '' : ` · ${escapeName(t('embed.asOf', { time: time(asOf) }))}`
  const direction = directionOf(look.language) === 'rtl' ? ' dir="rtl"' : ''
  const theme = look.theme === 'beluga' ? '' : ` data-theme="${look.theme}"`
  const text = `<!doctype html><html lang="${look.language}"${direction}${theme}>
<head><meta charset="utf-8"><title>${name} | Delphin</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>${STYLE}</style></head>
<body><main><header><h1>${link(`<bdi>${name}</bdi>`)}</h1>${under === undefined ? '' : `<p>${under}</p>`}</header>
${body.join('\n')}
<footer><p>${link('Delphin')}${at}</p><p>${t('embed.unofficial')}</p></footer></main></body></html>`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'cross-origin-resource-policy': 'cross-origin',
  }
  return { headers: { ...headers, 'x-robots-tag': 'noindex' }, text }
}

async function clubCard(ask: AskPublic, tag: string): Promise<() => Card> {
  const params = { tag }
  const [club, analytics, line] = await Promise.all([
    ask(getClub, { params }),
    ask(getClubAnalytics, { params }),
    ask(getClubProgression, { params, query: { days: LINE_DAYS } }),
  ])
  const { club_health_metrics: health } = analytics
  const share = health.activity_score
  return () => {
    const figures = [
      trophiesFigure(club.trophies, health.trophy_growth_7d, health.growth_span_days),
      figure(t('ui.members'), number(club.memberCount)),
      figure(t('embed.active'), share === null ? t('ui.notKnownYet') : number(share / 100, { style: 'percent' })),
    ]
    return card('club', club, [`<dl>${figures.join('')}</dl>`, drawChart(line)])
  }
}

async function playerCard(ask: AskPublic, tag: string): Promise<() => Card> {
  const params = { tag }
  const [player, analytics, line] = await Promise.all([
    ask(getPlayer, { params }),
    ask(getPlayerAnalytics, { params }),
    ask(getPlayerProgression, { params, query: { days: LINE_DAYS } }),
  ])
  const { highestTrophies: best } = player
  const { performance_score: score, trophy_progression: change } = analytics
  return () => {
    const figures = [
      trophiesFigure(player.trophies, change.trophy_change_30d, change.span_days),
      figure(t('embed.best'), best === null ? t('ui.notKnownYet') : number(best)),
      figure(t('ui.performance'), score === null ? t('ui.notKnownYet') : `${wholeScore(score)}/100`),
    ]
    return card('player', player, [`<dl>${figures.join('')}</dl>`, drawChart(line)])
  }
}

type Entity = { tag: string; name: string; last_updated: string }

function card(type: EntityType, { tag, name, last_updated }: Entity, body: string[]): Card {
  return {
    title: nameOrTag(name, tag),
    page: `${languagePrefix(pageLanguage())}/${type}/${tagInPath(tag)}`,
    under: `${type === 'club' ? t('ui.club') : t('ui.player')} · ${tag}`,
    body,
    asOf: last_updated,
  }
}

function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  return escapeMarkup(numbers(options).format(value))
}

function figure(label: string, value: string, note = ''): string {
  return `<div><dt>${label}</dt><dd>${value}${note}</dd></div>`
}

function days(span: number): string {
  return number(span, { style: 'unit', unit: 'day', unitDisplay: 'long' })
}

/** The trophies and their change; without a note where the change is not known. */
function trophiesFigure(trophies: number, change: number | null, span: number | null): string {
  const value = number(trophies)
  if (change === null || span === null) return figure(t('ui.trophies'), value)
  const way = change > 0 ? ' class="up"' : change < 0 ? ' class="down"' : ''
  const moved = number(change, { signDisplay: 'exceptZero' })
  return figure(t('ui.trophies'), value, ` <small><span${way}>${moved}</span> · ${days(span)}</small>`)
}

const LINE_DAYS = 30
const CHART = { width: 300, height: 60 }

/** The trophy line; nothing before two days are known. */
function drawChart({ before, progression_data }: Output<typeof getClubProgression>): string {
  const known = [before, ...progression_data].flatMap((line, day) =>
    line === null || line.trophies === null ? [] : [{ day, trophies: line.trophies }],
  )
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined || known.length < 2) return ''
  const values = known.map(({ trophies }) => trophies)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const points = known.map(({ day, trophies }) => {
    const x = ((day - first.day) / (last.day - first.day)) * CHART.width
    const y = 3 + (1 - (trophies - low) / (high - low || 1)) * (CHART.height - 6)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  const ends = `${number(first.trophies)} → ${number(last.trophies)}`
  const label = `${t('ui.trophies')}, ${days(last.day - first.day)}: ${ends}`
  return (
    `<svg role="img" aria-label="${label}" viewBox="0 0 ${CHART.width} ${CHART.height}" preserveAspectRatio="none">` +
    `<path d="M${points.join('L')}"/></svg>`
  )
}
