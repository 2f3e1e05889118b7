import { hash } from 'node:crypto'
import { makeBadge } from 'badge-maker'
import { Feed } from 'feed'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/kernel/errors.ts'
import { escapeName, safeName } from '#server/kernel/escape.ts'
import { getClub, getRosterEvents } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getPlayer, getPlayerAnalytics } from '#shared/contract/players.ts'
import { getPlayerRanked } from '#shared/contract/ranked.ts'
import { getClubShare, getOembed, getPlayerShare } from '#shared/contract/sharing.ts'
import { eventSentence, milestoneSentence, reachedSentence } from '#shared/event-texts.ts'
import { FIRST_LANGUAGE, languagePrefix, languageQuery, splitLanguage } from '#shared/languages.ts'
import { entityAt } from '#shared/page-addresses.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { type EntityType, isAlias, normaliseTag, tagInPath } from '#shared/tag.ts'
import { pageLanguage, sayIn, t } from '#shared/texts.ts'
import { askedLanguage } from '../http/asked-language.ts'
import type { Rendered } from '../http/ready-answer.ts'
import { aboutClub, aboutPlayer } from '../http/response-cache.ts'
import { type Guards, type Server, serve } from '../http/serve.ts'
import { siteAddress } from '../http/site-files.ts'
import { parseRequest } from '../http/wire-format.ts'
import { type AskPublic, askPublic, sendDocument, sendMissing } from './documents.ts'
import { registerEmbeds } from './embeds.ts'
import { registerInteractions } from './interactions.ts'
import { BADGES, type Badge, clubBadge, shareOf } from './share-texts.ts'

/** Serves what chats, readers and other sites show of clubs and players: messages, feeds, badges and frames. */
export function registerSharing(server: Server & { guards: Guards }, context: Context): void {
  const ask = askPublic(server)
  const textsFor = ({ lang }: { lang?: string | undefined }) => context.texts(askedLanguage(lang))
  serve(server, getClubShare, ({ params, query }) => shareOf(ask, textsFor(query), 'club', params.tag), {
    cache: aboutClub,
  })
  serve(server, getPlayerShare, ({ params, query }) => shareOf(ask, textsFor(query), 'player', params.tag), {
    cache: aboutPlayer,
  })
  serveFeeds(server, context, ask)
  for (const format of ['svg', 'json'] as const) serveBadge(server, context, format, ask)
  serveOembed(server, context, ask)
  registerEmbeds(server, context, ask)
  registerInteractions(server, context, ask)
}

const ATOM = { 'content-type': 'application/atom+xml; charset=utf-8' }
const FEEDS = { club: '/club/:tag/events.atom', player: '/player/:tag/milestones.atom' } as const
const ENTRIES = 50
/** Days of which feeds tell what was reached in Ranked and with brawlers. */
const REACHED_DAYS = 90

function serveFeeds({ fastify, guards }: Server & { guards: Guards }, context: Context, ask: AskPublic): void {
  for (const type of ['club', 'player'] satisfies EntityType[]) {
    fastify.get<{ Params: { tag: string }; Querystring: { lang?: unknown } }>(FEEDS[type], async (request, reply) => {
      const language = askedLanguage(request.query.lang)
      const texts = context.texts(language)
      const site = siteAddress(request, context.config)
      if (site === undefined) throw new AppError('not_found', NO_ADDRESS)
      const path = FEEDS[type].replace(':tag', encodeURIComponent(request.params.tag)) + languageQuery(language)
      const missing = () => {
        const id = stableId(site, [path])
        const title = texts.t(type === 'club' ? 'feed.noClub' : 'feed.noPlayer')
        return atom({
          site,
          path,
          page: languagePrefix(language) || '/',
          id,
          title,
          updated: context.clock.now(),
          entries: [],
        })
      }
      const tag = normaliseTag(request.params.tag)
      if (tag === null) return sendMissing({ missing }, request, reply)
      const make = async () => sayIn(texts, await (type === 'club' ? clubFeed : playerFeed)(ask, site, tag))
      const key = `feed ${language} ${site} ${type} ${tag}`
      return sendDocument(guards, { type, tag, key, make, missing }, request, reply)
    })
  }
}

const NO_ADDRESS = 'There are no feeds: the site has no public address (PUBLIC_URL)'

type Entry = { id: string; title: string; text: string; page: string; at: Date }
type FeedFacts = {
  site: string
  path: string
  page: string
  id: string
  title: string
  updated: Date
  entries: Entry[]
}

/** An Atom document (RFC 4287), the newest entry first. Titles and texts are plain, and become HTML here. */
function atom({ site, path, page, id, title, updated, entries }: FeedFacts): Pick<Rendered, 'headers' | 'text'> {
  const feed = new Feed({
    id,
    title: safeName(title),
    updated,
    link: site + page,
    feed: site + path,
    author: { name: 'Delphin', link: site },
    generator: 'Delphin',
    favicon: `${site}/favicon.ico`,
  })
  for (const entry of entries) {
    const { id: entryId, title: line, text, page: link, at } = entry
    feed.addItem({
      id: entryId,
      title: escapeName(line),
      content: `<p>${escapeName(text)}</p>`,
      link: site + link,
      date: at,
    })
  }
  return { headers: ATOM, text: feed.atom1() }
}

async function clubFeed(ask: AskPublic, site: string, tag: string) {
  const [club, { events }] = await Promise.all([
    ask(getClub, { params: { tag } }),
    ask(getRosterEvents, { params: { tag }, query: { limit: ENTRIES } }),
  ])
  const name = nameOrTag(club.name, tag)
  const toEntry = (event: (typeof events)[number]): Entry => {
    const { kind, player_tag: player, before, after, observed_at, observed_after } = event
    const title = eventSentence(event)
    const at = formatMoment(observed_at)
    return {
      // Made of what happened: the history can be computed anew, which numbers the events anew.
      id: stableId(site, [tag, kind, player, observed_at, before, after]),
      title,
      text:
        observed_after === null
          ? t('feed.seenAt', { event: title, club: name, time: at })
          : t('feed.seenBetween', { event: title, club: name, after: formatMoment(observed_after), at }),
      page: player === null || isAlias(player) ? pageOf('club', tag) : pageOf('player', player),
      at: new Date(observed_at),
    }
  }
  return () => {
    const entries = events.map(toEntry)
    return atom({
      site,
      page: pageOf('club', tag),
      path: `/club/${tagInPath(tag)}/events.atom${languageQuery(pageLanguage())}`,
      id: feedId(site, 'club', tag),
      title: t('feed.events', { name }),
      updated: findNewest(entries, club.tracked_since),
      entries,
    })
  }
}

/** The path of a page in the language of the feed. */
function pageOf(type: EntityType, tag: string): string {
  return `${languagePrefix(pageLanguage())}/${type}/${tagInPath(tag)}`
}

/** Each language has a feed of its own. */
function feedId(site: string, type: EntityType, tag: string): string {
  const language = pageLanguage()
  return stableId(site, language === FIRST_LANGUAGE ? [type, tag] : [type, tag, language])
}

async function playerFeed(ask: AskPublic, site: string, tag: string) {
  const [player, { achievement_milestones: milestones }, { events }] = await Promise.all([
    ask(getPlayer, { params: { tag } }),
    ask(getPlayerAnalytics, { params: { tag } }),
    ask(getPlayerRanked, { params: { tag }, query: { days: REACHED_DAYS } }),
  ])
  const name = nameOrTag(player.name, tag)
  const entryOn = (day: string, { id, title }: { id: readonly unknown[]; title: string }): Entry => {
    const text = t('feed.on', { event: title, day })
    return { id: stableId(site, id), title, text, page: pageOf('player', tag), at: new Date(`${day}T00:00:00Z`) }
  }
  const toPassed = () =>
    milestones.flatMap(({ trophy_count, achieved_date }): Entry[] => {
      // Those that the player had before anybody looked have no date.
      if (achieved_date === null) return []
      return [entryOn(achieved_date, { id: [tag, trophy_count], title: milestoneSentence(name, trophy_count) })]
    })
  const toReached = () =>
    events.map((event) => {
      const { kind, on, tier, brawler_id, figure } = event
      return entryOn(on, { id: [tag, kind, on, tier, brawler_id, figure], title: reachedSentence(name, event) })
    })
  return () => {
    const entries = [...toPassed().toReversed(), ...toReached()]
      .sort((one, other) => other.at.getTime() - one.at.getTime())
      .slice(0, ENTRIES)
    return atom({
      site,
      page: pageOf('player', tag),
      path: `/player/${tagInPath(tag)}/milestones.atom${languageQuery(pageLanguage())}`,
      id: feedId(site, 'player', tag),
      title: t('feed.milestones', { name }),
      updated: findNewest(entries, player.tracked_since),
      entries,
    })
  }
}

function findNewest(entries: readonly Entry[], otherwise: string): Date {
  return entries.reduce((latest, { at }) => (at > latest ? at : latest), entries[0]?.at ?? new Date(otherwise))
}

/** A time as `2026-03-16 12:05 UTC`. */
function formatMoment(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`
}

/** The same URN for the same facts on the same site: a UUID of version 8 (RFC 9562), made of their hash. */
function stableId(site: string, facts: readonly unknown[]): string {
  const digits = hash('sha256', JSON.stringify([site, ...facts])).slice(0, 32)
  const uuid = `${digits.slice(0, 12)}8${digits.slice(13, 16)}a${digits.slice(17)}`
  return `urn:uuid:${uuid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`
}

const SVG = {
  'content-type': 'image/svg+xml; charset=utf-8',
  // Other sites are meant to show it.
  'cross-origin-resource-policy': 'cross-origin',
}
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

function serveBadge(
  { fastify, guards }: Server & { guards: Guards },
  context: Context,
  format: 'svg' | 'json',
  ask: AskPublic,
): void {
  const written = (badge: Badge, extra: object = {}) =>
    format === 'svg'
      ? { headers: SVG, text: makeBadge(badge) }
      : { headers: JSON_TYPE, text: JSON.stringify({ schemaVersion: 1, ...badge, ...extra }) }
  type Route = { Params: { tag: string }; Querystring: { show?: unknown; lang?: unknown } }
  fastify.get<Route>(`/badge/club/:tag.${format}`, async (request, reply) => {
    const language = askedLanguage(request.query.lang)
    const texts = context.texts(language)
    const missing = () =>
      written({ label: 'Delphin', message: texts.t('badge.missing'), color: 'lightgrey' }, { isError: true })
    const tag = normaliseTag(request.params.tag)
    if (tag === null) return sendMissing({ missing }, request, reply)
    const shown = BADGES.find((each) => each === request.query.show) ?? 'all'
    const make = async () => written(sayIn(texts, await clubBadge(ask, tag, shown)))
    const key = `badge ${language} ${format} ${shown} ${tag}`
    return sendDocument(guards, { type: 'club', tag, key, make, missing }, request, reply)
  })
}

const FRAME = { width: 480, height: 300, cacheSeconds: 3600 }
const PICTURE = { thumbnail_width: 1200, thumbnail_height: 630 }

/** Describes the frame of a page by oEmbed: of the pages of this site alone. */
function serveOembed({ fastify }: Server, { config }: Context, ask: AskPublic): void {
  fastify.get(getOembed.path, async (request, reply) => {
    const { query } = parseRequest(getOembed, request)
    if (query.format !== 'json') throw new AppError('not_implemented', 'Only JSON is made: leave format out')
    const site = siteAddress(request, config)
    const asked = site !== undefined && query.url.startsWith(`${site}/`) ? query.url.slice(site.length) : null
    const { address, language: ofPage } = splitLanguage(asked ?? '')
    const language = query.lang === undefined ? ofPage : askedLanguage(query.lang)
    const page = entityAt(address)
    if (site === undefined || page === null) {
      throw new AppError('not_found', "The address is not that of a club's or player's page here", { code: 'no_page' })
    }
    const { type, tag } = page
    const { name } = await ask(type === 'club' ? getClub : getPlayer, { params: { tag } })
    const title = safeName(nameOrTag(name, tag))
    const width = Math.min(FRAME.width, query.maxwidth ?? FRAME.width)
    const height = Math.min(FRAME.height, query.maxheight ?? FRAME.height)
    const path = `/${type}/${tagInPath(tag)}`
    reply.header('cache-control', 'public, max-age=300')
    return {
      type: 'rich',
      version: '1.0',
      title,
      provider_name: 'Delphin',
      provider_url: site,
      cache_age: FRAME.cacheSeconds,
      html:
        `<iframe src="${site}/embed${path}${languageQuery(language)}" title="${escapeName(title)}"` +
        ` width="${width}" height="${height}" loading="lazy" style="border:0"></iframe>`,
      width,
      height,
      thumbnail_url: `${site}/og${path}.png${languageQuery(language)}`,
      ...PICTURE,
    } satisfies Output<typeof getOembed>
  })
}
