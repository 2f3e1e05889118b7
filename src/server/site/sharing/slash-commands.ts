import type { APIInteractionResponseCallbackData, LocaleString } from 'discord-api-types/v10'
import type { Context } from '#server/context.ts'
import { AppError, sayTo } from '#server/kernel/errors.ts'
import type { Texts } from '#server/kernel/texts.ts'
import { withinLimits } from '#server/reach/discord-text.ts'
import { getClubAnalytics } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getPlayNow } from '#shared/contract/play-now.ts'
import { getPlayer } from '#shared/contract/players.ts'
import type { postInteraction } from '#shared/contract/sharing.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { brawlerName, mapName, modeName } from '#shared/game-names.ts'
import { FIRST_LANGUAGE, languagePrefix, matchLanguage } from '#shared/languages.ts'
import { daysText, factsInWords } from '#shared/number-format.ts'
import { plainMarkdown } from '#shared/plain-name.ts'
import { shareText, sourceText, whyNothing } from '#shared/play-now-texts.ts'
import { type EntityType, normaliseTag, TAG_SHAPE, tagInPath } from '#shared/tag.ts'
import { type PlainTextId, pageLanguage, said, sayIn, type Translator, t } from '#shared/texts.ts'
import { admitKey } from '../http/shared-rate-limit.ts'
import type { AskPublic } from './documents.ts'
import { describeLateness, formatName, readTold, type Told } from './share-texts.ts'

/** Numbers of Discord's API: a command that is typed, a text as an option, a message for the one who asked alone. */
const CHAT_INPUT = 1
const TEXT = 3
const ONLY_FOR_THE_ASKER = 64

const KINDS = [
  ['player', 'discord.players'],
  ['club', 'discord.clubs'],
] as const satisfies (readonly [EntityType, PlainTextId])[]

/** The languages that Discord shows its commands in. */
const LOCALES = [
  ...(['bg', 'cs', 'da', 'de', 'el', 'es-ES', 'es-419', 'fi', 'fr', 'hi', 'hr', 'hu', 'id', 'it', 'ja', 'ko'] as const),
  ...(['lt', 'nl', 'no', 'pl', 'pt-BR', 'ro', 'ru', 'sv-SE', 'th', 'tr', 'uk', 'vi', 'zh-CN', 'zh-TW'] as const),
] satisfies LocaleString[]

/**
 * The commands as Discord lists them (`npm run discord:commands`). What they do is told in each language of the site; their
 * names are the same in all, so that people of one server call them alike.
 */
export function commandsIn(texts: Texts) {
  const say = (id: PlainTextId) => texts(FIRST_LANGUAGE).t(id)
  const others = (id: PlainTextId) => {
    const told = LOCALES.flatMap((locale) => {
      const language = matchLanguage(locale)
      const text = language === null ? undefined : texts(language).t(id)
      return text === undefined || text === say(id) ? [] : [[locale, text] as const]
    })
    return told.length === 0 ? undefined : Object.fromEntries(told)
  }
  const described = (id: PlainTextId) => ({ description: say(id), description_localizations: others(id) })
  /** A tag that is left out is that of the linked player, or of their club. */
  const tag = (id: PlainTextId, required = false, name = 'tag') => {
    return { type: TEXT, name, ...described(id), required, max_length: 20 }
  }
  const choices = KINDS.map(([value, id]) => ({ name: say(id), name_localizations: others(id), value }))
  const kind = { type: TEXT, name: 'kind', ...described('discord.kind'), required: false, choices }
  const command = (name: string, id: PlainTextId, ...options: (ReturnType<typeof tag> | typeof kind)[]) => {
    return { type: CHAT_INPUT, name, ...described(id), options }
  }
  return [
    command('club', 'discord.clubCommand', tag('discord.clubTag')),
    command('player', 'discord.playerCommand', tag('discord.playerTag')),
    command('ghosts', 'discord.ghostsCommand', tag('discord.clubTag')),
    command('playnow', 'discord.playNowCommand', tag('discord.playerTag')),
    command('week', 'discord.weekCommand', tag('discord.clubTag')),
    command(
      'compare',
      'discord.compareCommand',
      tag('discord.oneTag', true, 'first'),
      tag('discord.otherTag', true, 'second'),
      kind,
    ),
    command('link', 'discord.linkCommand', tag('discord.ownTag')),
  ]
}

export type Interaction = NonNullable<Output<typeof postInteraction>> & {
  token: string
  data?: { name: string; options?: { name: string; value?: unknown }[] | undefined } | undefined
  member?: { user: { id: string } } | undefined
  user?: { id: string } | undefined
  guild_id?: string | undefined
  locale?: string | undefined
}

export type Reply = Pick<APIInteractionResponseCallbackData, 'content' | 'embeds' | 'flags' | 'allowed_mentions'>

/** `site` is the address for links and pictures; undefined where it is not known. */
type Needs = { context: Context; ask: AskPublic; site: string | undefined }
type Given = Needs & { options: ReadonlyMap<string, string>; asker: string | null; texts: Translator }

const ID = /^\d{15,21}$/

/** The texts in the language of who asks; English where the site has none that is close to it. */
export function textsOf({ texts }: Context, { locale = '' }: Interaction): Translator {
  return texts(matchLanguage(locale) ?? FIRST_LANGUAGE)
}

/** Answers a command with public data. What a person can mend is told to them alone. Throws for a fault of ours. */
export async function answerCommand(needs: Needs, interaction: Interaction): Promise<Reply> {
  const { data, member, user, guild_id } = interaction
  const texts = textsOf(needs.context, interaction)
  const options = new Map((data?.options ?? []).map(({ name, value }) => [name, String(value ?? '')]))
  const asker = ID.exec((member?.user ?? user)?.id ?? '')?.[0] ?? null
  const command = ANSWERS.get(data?.name ?? '')
  try {
    if (command === undefined) throw new AppError('invalid', said('discord.noCommand'))
    await admitCommand(needs.context, asker, ID.exec(guild_id ?? '')?.[0] ?? null)
    const say = await command({ ...needs, options, asker, texts })
    return { ...sayIn(texts, say), allowed_mentions: { parse: [] } }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { content: sayTo(texts, error.sentence), flags: ONLY_FOR_THE_ASKER, allowed_mentions: { parse: [] } }
  }
}

/**
 * Counts a command of its asker and of the server where they asked: all requests come from Discord's own addresses, so
 * networks say nothing.
 */
async function admitCommand(context: Context, asker: string | null, server: string | null): Promise<void> {
  const { DISCORD_COMMANDS_PER_MINUTE: ofUser, DISCORD_SERVER_COMMANDS_PER_MINUTE: ofServer } = context.config
  const user = { name: 'commands of a Discord user', limit: ofUser, windowMs: MINUTE_MS }
  await admitKey(context, user, asker ?? 'nobody', (seconds) => t('discord.askedOften', { seconds }))
  if (server === null) return
  const whole = { name: 'commands of a Discord server', limit: ofServer, windowMs: MINUTE_MS }
  await admitKey(context, whole, server, (seconds) => t('discord.serverAskedOften', { seconds }))
}

/** Gathers what the answer tells, and returns what says it. */
type Answer = (given: Given) => Promise<() => Reply>

/** A map, since an object would also find what each object has, such as `constructor`. */
const ANSWERS = new Map<string, Answer>([
  ['club', async (given) => replyWithAll(given, await toldBy(given, 'club', await clubTag(given)))],
  ['player', async (given) => replyWithAll(given, await toldBy(given, 'player', await playerTag(given)))],
  ['week', answerWeek],
  ['ghosts', answerGhosts],
  ['playnow', answerPlayNow],
  ['compare', answerCompare],
  ['link', answerLink],
])

async function answerWeek(given: Given): Promise<() => Reply> {
  const { share, late, news } = await toldBy(given, 'club', await clubTag(given))
  const picture = share.week_card ?? share.picture
  return () => replyWithShare(given, { ...share, picture }, [...late, ...news])
}

const linesOf = ({ late, has, news }: Told) => [...late, has, ...news]

const replyWithAll = (given: Given, told: Told) => () => replyWithShare(given, told.share, linesOf(told))

/** An embed of Discord: the name as a link, lines below it, and the picture that chats show of the page. */
function replyWithShare({ site }: Given, share: Told['share'], lines: readonly string[]): Reply {
  const told = lines.length === 0 ? [t('discord.weekUnknown')] : lines
  const address =
    site === undefined
      ? { url: null }
      : { url: site + languagePrefix(pageLanguage()) + share.path, image: site + share.picture }
  return withinLimits({ embeds: [{ title: formatName(share.title, share.tag), lines: [...told], ...address }] })
}

/** The message about a club or player. Throws a sentence with the way to track it. */
async function toldBy({ ask, site, texts }: Given, type: EntityType, tag: string): Promise<Told> {
  try {
    return await readTold(ask, texts, type, tag)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'player_hidden') throw error
    if (error.status !== 404) throw error
    if (site === undefined) throw new AppError('not_found', said('discord.notTracked', { type, tag }))
    throw new AppError('not_found', () => {
      const address = `${site}${languagePrefix(pageLanguage())}/search/${tagInPath(tag)}`
      return t('discord.notTrackedAt', { type, tag, address })
    })
  }
}

function givenTag({ options }: Given, name = 'tag'): string | null {
  const text = options.get(name)?.trim() ?? ''
  if (text === '') return null
  const tag = normaliseTag(text)
  if (tag === null) throw new AppError('invalid', said('ui.noTag', TAG_SHAPE))
  return tag
}

const YEAR_MS = 365 * DAY_MS

/** The tag of the asker's own player. */
async function linkedPlayer({ context: { db, clock }, asker }: Given): Promise<string> {
  const used_at = clock.now()
  const row =
    asker === null
      ? undefined
      : await db
          .updateTable('discord_links')
          .set({ used_at })
          .where('discord_user', '=', asker)
          .returning('player_tag')
          .executeTakeFirst()
  if (row !== undefined) return row.player_tag
  throw new AppError('invalid', said('discord.giveTag'))
}

async function playerTag(given: Given): Promise<string> {
  return givenTag(given) ?? (await linkedPlayer(given))
}

async function clubTag(given: Given): Promise<string> {
  const tag = givenTag(given)
  if (tag !== null) return tag
  const player = await given.ask(getPlayer, { params: { tag: await linkedPlayer(given) } })
  if (player.club === null) throw new AppError('not_found', said('discord.noClub'))
  return player.club.tag
}

const GHOSTS_LISTED = 20

async function answerGhosts(given: Given): Promise<() => Reply> {
  const tag = await clubTag(given)
  const { share } = await toldBy(given, 'club', tag)
  const { learning, ghosts, ...seen } = await given.ask(getClubAnalytics, { params: { tag } })
  return () => replyWithShare(given, share, [...describeLateness(seen), ...ghostLines(learning, ghosts)])
}

type Analytics = Output<typeof getClubAnalytics>

function ghostLines(learning: Analytics['learning'], ghosts: Analytics['ghosts']): string[] {
  if (learning !== null) {
    return [t('discord.silentLater', { observed: learning.observed_days, needed: learning.needed })]
  }
  if (ghosts.length === 0) return [t('discord.nobodySilent')]
  const lines = ghosts.slice(0, GHOSTS_LISTED).map(({ tag: player, name, days_silent, at_least }) => {
    return t('discord.silentMember', { who: formatName(name, player), days: daysText(days_silent, at_least) })
  })
  const more = ghosts.length > GHOSTS_LISTED ? [t('discord.more', { count: ghosts.length - GHOSTS_LISTED })] : []
  return [`**${t('discord.silentCount', { count: ghosts.length })}**`, ...lines, ...more]
}

/** Maps in one message: the best advice comes first. */
const MAPS_TOLD = 8

async function answerPlayNow(given: Given): Promise<() => Reply> {
  const tag = await playerTag(given)
  const { share } = await toldBy(given, 'player', tag)
  const advice = await given.ask(getPlayNow, { params: { tag } })
  return () => replyWithShare(given, share, [...describeLateness(advice), ...adviceLines(advice)])
}

function adviceLines(advice: Output<typeof getPlayNow>): string[] {
  const told = advice.events.filter(({ best }) => best.length > 0)
  if (told.length === 0) return [whyNothing(advice)]
  return told.slice(0, MAPS_TOLD).flatMap((map) => {
    const [first, ...others] = map.best
    if (first === undefined) return []
    // Discord counts down to the moment in the reader's words.
    const time = `<t:${Math.floor(Date.parse(map.ends_at) / 1000)}:R>`
    const name = `**${plainMarkdown(mapName(map.map, map.event_id))}**`
    const named = (best: typeof first) => `${plainMarkdown(brawlerName(best.brawler_name))} ${shareText(map, best)}`
    const best = { first: named(first), source: sourceText(map, first) }
    return [
      t('discord.mapEnds', { map: name, mode: modeName(map.mode), time }),
      others.length === 0
        ? t('discord.first', best)
        : t('discord.then', { ...best, others: factsInWords(others.map(named)) }),
    ]
  })
}

async function answerCompare(given: Given): Promise<() => Reply> {
  const kind = given.options.get('kind') === 'club' ? 'club' : 'player'
  const tags = [givenTag(given, 'first'), givenTag(given, 'second')]
  const both = await Promise.all(tags.flatMap((tag) => (tag === null ? [] : [toldBy(given, kind, tag)])))
  const fields = both.map((told) => ({
    name: formatName(told.share.title, told.share.tag),
    value: linesOf(told).join('\n'),
  }))
  const query = `type=${kind}&a=${both.map(({ share }) => tagInPath(share.tag)).join('&b=')}`
  return () => {
    const url = given.site === undefined ? null : `${given.site}${languagePrefix(pageLanguage())}/compare?${query}`
    const title = kind === 'club' ? t('discord.twoClubs') : t('discord.twoPlayers')
    return withinLimits({ embeds: [{ title, url, lines: [], fields }] })
  }
}

/** Remembers or forgets the asker's player. Also forgets links that nobody has used for a year. */
async function answerLink(given: Given): Promise<() => Reply> {
  const { context, asker } = given
  const { db, clock, config } = context
  if (asker === null) throw new AppError('invalid', said('discord.noAsker'))
  const links = { name: 'discord link', limit: config.DISCORD_LINKS_PER_HOUR, windowMs: HOUR_MS }
  await admitKey(context, links, asker, said('discord.tooMany'))
  await db
    .deleteFrom('discord_links')
    .where('used_at', '<', new Date(clock.now().getTime() - YEAR_MS))
    .execute()
  const tag = givenTag(given)
  if (tag === null) {
    await db.deleteFrom('discord_links').where('discord_user', '=', asker).execute()
    return () => ({ content: t('discord.forgotten'), flags: ONLY_FOR_THE_ASKER })
  }
  const { title } = (await toldBy(given, 'player', tag)).share
  const link = { discord_user: asker, player_tag: tag, used_at: clock.now() }
  await db
    .insertInto('discord_links')
    .values(link)
    .onConflict((conflict) => conflict.column('discord_user').doUpdateSet(link))
    .execute()
  return () => ({ content: t('discord.linked', { name: formatName(title, tag) }), flags: ONLY_FOR_THE_ASKER })
}
