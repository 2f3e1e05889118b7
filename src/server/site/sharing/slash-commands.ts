import type { APIInteractionResponseCallbackData, RESTPutAPIApplicationCommandsJSONBody } from 'discord-api-types/v10'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/kernel/errors.ts'
import { withinLimits } from '#server/reach/discord-text.ts'
import { getClubAnalytics } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getPlayNow } from '#shared/contract/play-now.ts'
import { getPlayer } from '#shared/contract/players.ts'
import type { postInteraction } from '#shared/contract/sharing.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { brawlerName, mapName, modeName } from '#shared/game-names.ts'
import { count, daysText } from '#shared/number-format.ts'
import { plainMarkdown } from '#shared/plain-name.ts'
import { shareText, sourceText, whyNothing } from '#shared/play-now-texts.ts'
import { type EntityType, normaliseTag, TAG_CHARACTERS, tagInPath } from '#shared/tag.ts'
import { admitKey } from '../http/shared-rate-limit.ts'
import type { AskPublic } from './documents.ts'
import { describeLateness, formatName, type Told, toldOf } from './share-texts.ts'

/** Numbers of Discord's API: a command that is typed, a text as an option, a message for the one who asked alone. */
const CHAT_INPUT = 1
const TEXT = 3
const ONLY_FOR_THE_ASKER = 64

/** The tag that is left out is that of the linked player, or of their club. */
const tagOption = (description: string, required = false, name = 'tag') => ({
  type: TEXT,
  name,
  description,
  required,
  max_length: 20,
})

const KINDS = ['player', 'club'] as const satisfies EntityType[]

/** The commands as Discord lists them (`npm run discord:commands`). */
export const COMMANDS = [
  { name: 'club', description: 'A club: members, trophies and who is active', options: [tagOption('Tag of the club')] },
  { name: 'player', description: 'A player: trophies, form and milestones', options: [tagOption('Tag of the player')] },
  { name: 'ghosts', description: 'Members of a club who were silent lately', options: [tagOption('Tag of the club')] },
  {
    name: 'playnow',
    description: 'The best of your brawlers on the maps that are open now',
    options: [tagOption('Tag of the player')],
  },
  { name: 'week', description: 'The last seven days of a club', options: [tagOption('Tag of the club')] },
  {
    name: 'compare',
    description: 'Two players or two clubs side by side',
    options: [
      tagOption('Tag of one', true, 'first'),
      tagOption('Tag of the other', true, 'second'),
      {
        type: TEXT,
        name: 'kind',
        description: 'Players, unless you choose clubs',
        required: false,
        choices: KINDS.map((kind) => ({ name: `${kind}s`, value: kind })),
      },
    ],
  },
  {
    name: 'link',
    description: 'Remember which player you are; without a tag, forget it',
    options: [tagOption('Your own tag')],
  },
].map((command) => ({ type: CHAT_INPUT, ...command })) satisfies RESTPutAPIApplicationCommandsJSONBody

export type Interaction = NonNullable<Output<typeof postInteraction>> & {
  token: string
  data?: { name: string; options?: { name: string; value?: unknown }[] | undefined } | undefined
  member?: { user: { id: string } } | undefined
  user?: { id: string } | undefined
  guild_id?: string | undefined
}

export type Reply = Pick<APIInteractionResponseCallbackData, 'content' | 'embeds' | 'flags' | 'allowed_mentions'>

/** `site` is the address for links and pictures; undefined where it is not known. */
type Needs = { context: Context; ask: AskPublic; site: string | undefined }
type Given = Needs & { options: ReadonlyMap<string, string>; asker: string | null }

/** All requests come from Discord's own addresses, so people and servers are counted, and not networks. */
const OF_USER = { name: 'commands of a Discord user', limit: 20, windowMs: MINUTE_MS }
const OF_SERVER = { name: 'commands of a Discord server', limit: 120, windowMs: MINUTE_MS }

const ID = /^\d{15,21}$/

/** Answers a command with public data. What a person can mend is told to them alone. Throws for a fault of ours. */
export async function answerCommand(needs: Needs, { data, member, user, guild_id }: Interaction): Promise<Reply> {
  const options = new Map((data?.options ?? []).map(({ name, value }) => [name, String(value ?? '')]))
  const asker = ID.exec((member?.user ?? user)?.id ?? '')?.[0] ?? null
  const command = ANSWERS.get(data?.name ?? '')
  try {
    if (command === undefined) throw new AppError('invalid', 'There is no such command')
    await admitCommand(needs.context, asker, ID.exec(guild_id ?? '')?.[0] ?? null)
    return { ...(await command({ ...needs, options, asker })), allowed_mentions: { parse: [] } }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { content: error.message, flags: ONLY_FOR_THE_ASKER, allowed_mentions: { parse: [] } }
  }
}

/** Counts a command of its asker and of the server where they asked. */
async function admitCommand(context: Context, asker: string | null, server: string | null): Promise<void> {
  const wait = (whose: string) => (seconds: number) =>
    `${whose} in the last minute. Please try again in ${count(seconds, 'second')}.`
  await admitKey(context, OF_USER, asker ?? 'nobody', wait('You asked often'))
  if (server !== null) await admitKey(context, OF_SERVER, server, wait('Many people of this server asked'))
}

/** A map, since an object would also find what each object has, such as `constructor`. */
const ANSWERS = new Map<string, (given: Given) => Promise<Reply>>([
  ['club', async (given) => replyWithAll(given, await toldBy(given, 'club', await clubTag(given)))],
  ['player', async (given) => replyWithAll(given, await toldBy(given, 'player', await playerTag(given)))],
  ['week', answerWeek],
  ['ghosts', answerGhosts],
  ['playnow', answerPlayNow],
  ['compare', answerCompare],
  ['link', answerLink],
])

async function answerWeek(given: Given): Promise<Reply> {
  const { share, late, news } = await toldBy(given, 'club', await clubTag(given))
  const picture = share.week_card ?? share.picture
  return replyWithShare(given, { ...share, picture }, [...late, ...news])
}

const linesOf = ({ late, has, news }: Told) => [...late, has, ...news]

const replyWithAll = (given: Given, told: Told) => replyWithShare(given, told.share, linesOf(told))

/** An embed of Discord: the name as a link, lines below it, and the picture that chats show of the page. */
function replyWithShare({ site }: Given, share: Told['share'], lines: readonly string[]): Reply {
  const told = lines.length === 0 ? ['Nothing is known of the last seven days yet.'] : lines
  const address = site === undefined ? { url: null } : { url: site + share.path, image: site + share.picture }
  return withinLimits({ embeds: [{ title: formatName(share.title, share.tag), lines: [...told], ...address }] })
}

/** The message about a club or player. Throws a sentence with the way to track it. */
async function toldBy({ ask, site }: Given, type: EntityType, tag: string): Promise<Told> {
  try {
    return await toldOf(ask, type, tag)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'player_hidden') throw error
    if (error.status !== 404) throw error
    const where = site === undefined ? 'on the site' : `here: ${site}/search/${tagInPath(tag)}`
    throw new AppError('not_found', `No ${type} with the tag ${tag} is tracked. Search for it ${where}`)
  }
}

function givenTag({ options }: Given, name = 'tag'): string | null {
  const text = options.get(name)?.trim() ?? ''
  if (text === '') return null
  const tag = normaliseTag(text)
  if (tag === null) throw new AppError('invalid', `That is no tag: it has ${TAG_CHARACTERS}.`)
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
  throw new AppError('invalid', 'Give a tag, or tell me once who you are: /link with your own tag.')
}

async function playerTag(given: Given): Promise<string> {
  return givenTag(given) ?? (await linkedPlayer(given))
}

async function clubTag(given: Given): Promise<string> {
  const tag = givenTag(given)
  if (tag !== null) return tag
  const player = await given.ask(getPlayer, { params: { tag: await linkedPlayer(given) } })
  if (player.club === null) throw new AppError('not_found', 'Your player is in no club. Give the tag of one.')
  return player.club.tag
}

const GHOSTS_LISTED = 20

async function answerGhosts(given: Given): Promise<Reply> {
  const tag = await clubTag(given)
  const { share } = await toldBy(given, 'club', tag)
  const { learning, ghosts, ...seen } = await given.ask(getClubAnalytics, { params: { tag } })
  const reply = (...lines: string[]) => replyWithShare(given, share, [...describeLateness(seen), ...lines])
  if (learning !== null) {
    const known = `${learning.observed_days} of ${learning.needed} days are known`
    return reply(`Who is silent is told once enough is known: ${known}.`)
  }
  if (ghosts.length === 0) return reply('Nobody is known to be silent for 7+ days.')
  const lines = ghosts.slice(0, GHOSTS_LISTED).map(({ tag: player, name, days_silent, at_least }) => {
    return `${formatName(name, player)}: ${daysText(days_silent, at_least)}`
  })
  const more = ghosts.length > GHOSTS_LISTED ? [`and ${ghosts.length - GHOSTS_LISTED} more`] : []
  return reply(`**Silent for 7+ days: ${ghosts.length}**`, ...lines, ...more)
}

/** Maps in one message: the best advice comes first. */
const MAPS_TOLD = 8

async function answerPlayNow(given: Given): Promise<Reply> {
  const tag = await playerTag(given)
  const { share } = await toldBy(given, 'player', tag)
  const advice = await given.ask(getPlayNow, { params: { tag } })
  const told = advice.events.filter(({ best }) => best.length > 0)
  if (told.length === 0) return replyWithShare(given, share, [...describeLateness(advice), whyNothing(advice)])
  const lines = told.slice(0, MAPS_TOLD).flatMap((map) => {
    const [first, ...others] = map.best
    if (first === undefined) return []
    // Discord counts down to the moment in the reader's words.
    const until = `<t:${Math.floor(Date.parse(map.ends_at) / 1000)}:R>`
    const name = plainMarkdown(mapName(map.map, map.event_id))
    const named = (best: typeof first) => `${plainMarkdown(brawlerName(best.brawler_name))} ${shareText(map, best)}`
    const then = others.length === 0 ? '' : `; then ${others.map(named).join(', ')}`
    return [`**${name}** (${modeName(map.mode)}, ends ${until})`, `${named(first)} (${sourceText(map, first)})${then}`]
  })
  return replyWithShare(given, share, [...describeLateness(advice), ...lines])
}

async function answerCompare(given: Given): Promise<Reply> {
  const kind = given.options.get('kind') === 'club' ? 'club' : 'player'
  const tags = [givenTag(given, 'first'), givenTag(given, 'second')]
  const both = await Promise.all(tags.flatMap((tag) => (tag === null ? [] : [toldBy(given, kind, tag)])))
  const fields = both.map((told) => ({
    name: formatName(told.share.title, told.share.tag),
    value: linesOf(told).join('\n'),
  }))
  const query = `type=${kind}&a=${both.map(({ share }) => tagInPath(share.tag)).join('&b=')}`
  const url = given.site === undefined ? null : `${given.site}/compare?${query}`
  return withinLimits({ embeds: [{ title: `Two ${kind}s side by side`, url, lines: [], fields }] })
}

const LINKS_AN_HOUR = { name: 'discord link', limit: 20, windowMs: HOUR_MS }

/** Remembers or forgets the asker's player. Also forgets links that nobody has used for a year. */
async function answerLink(given: Given): Promise<Reply> {
  const { context, asker } = given
  const { db, clock } = context
  if (asker === null) throw new AppError('invalid', 'Discord did not say who you are.')
  await admitKey(context, LINKS_AN_HOUR, asker, 'Too many changes. Please wait a moment.')
  await db
    .deleteFrom('discord_links')
    .where('used_at', '<', new Date(clock.now().getTime() - YEAR_MS))
    .execute()
  const tag = givenTag(given)
  if (tag === null) {
    await db.deleteFrom('discord_links').where('discord_user', '=', asker).execute()
    return { content: 'Forgotten: you are linked to no player.', flags: ONLY_FOR_THE_ASKER }
  }
  const { title } = (await toldBy(given, 'player', tag)).share
  const link = { discord_user: asker, player_tag: tag, used_at: clock.now() }
  await db
    .insertInto('discord_links')
    .values(link)
    .onConflict((conflict) => conflict.column('discord_user').doUpdateSet(link))
    .execute()
  const content = `Linked to ${formatName(title, tag)}. Commands without a tag now mean you and your club; /link without a tag forgets it.`
  return { content, flags: ONLY_FOR_THE_ASKER }
}
