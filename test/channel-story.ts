import { pino } from 'pino'
import type { ClubMember } from '#server/game/answers.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { CLUB_MESSAGES } from '#server/reach/club-messages.ts'
import { createDiscord } from '#server/reach/discord.ts'
import { enqueueDue } from '#server/reach/due-messages.ts'
import { deliverDue } from '#server/reach/outbox.ts'
import { composeInactive } from '#server/site/desk/queue.ts'
import { composeWeek } from '#server/site/desk/weeks.ts'
import { addChannel, listChannels, testChannel } from '#shared/contract/desk-channels.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { MINUTE_MS } from '#shared/days.ts'
import type { ChannelPost } from '#shared/desk.ts'
import { DESK_CLUB, openDeskStory } from './desk-visitors.ts'
import { openFakeDiscord } from './fake-discord.ts'
import type { TestStore } from './open-store.ts'

export const SITE = 'https://delphin.example'

/** The parameters of calls of the desk. */
export const AT = { params: { tag: DESK_CLUB } }

type Channel = Output<typeof listChannels>['channels'][number]

export type ChannelStory = Awaited<ReturnType<typeof openChannelStory>>

/** No answer of Discord takes longer in these stories. */
const TIMEOUT_MS = 300

/** A club whose president connects channels of a Discord that the test commands. `discordUrl`: another one. */
export async function openChannelStory(store: TestStore, { discordUrl }: { discordUrl?: string } = {}) {
  let now = () => new Date()
  const discord = await openFakeDiscord(() => now())
  const logged: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) })
  const settings = { DISCORD_URL: discordUrl ?? discord.url, PUBLIC_URL: SITE }
  const story = await openDeskStory(store, { settings, log })
  const { context, world, roles } = story
  now = () => context.clock.now()
  const owner = await story.user('ada', roles.president?.[0] ?? '')
  const compose = { ...CLUB_MESSAGES, week: composeWeek, inactive: composeInactive }
  const sender = createDiscord({ context, compose, timeoutMs: TIMEOUT_MS })

  /** One round of the jobs. */
  async function run(): Promise<void> {
    await enqueueDue(context)
    await deliverDue(context, 'discord', sender.deliver)
  }

  return {
    ...{ story, context, discord, owner, logged, run },
    /** Connects a new webhook over HTTP, as a leader does. */
    async connect(posts: ChannelPost[], quiet_hours: Channel['quiet_hours'] = null) {
      const address = discord.makeWebhook()
      const body = { address, name: 'Den', posts, language: 'en' as const, quiet_hours }
      const { channel } = await story.as(owner, addChannel, { ...AT, body })
      return { id: channel.id, address }
    },
    state: async () => (await story.as(owner, listChannels, AT)).channels,
    sendTest: (id: number) => story.as(owner, testChannel, { params: { ...AT.params, record_id: id } }),
    /** Makes a round every `every` milliseconds, for `ms`. */
    async runFor(ms: number, every = MINUTE_MS): Promise<void> {
      for (let passed = 0; passed < ms; passed += every) {
        await world.clock.advance(every)
        await run()
      }
    },
    /** A scan of the club by the game's answer as the test changes it. */
    async scan(change: (members: ClubMember[]) => ClubMember[]): Promise<void> {
      const { body } = await context.gameApi.getClub(DESK_CLUB)
      const members = change(body.members)
      const trophies = members.reduce((sum, member) => sum + member.trophies, 0)
      await ingest(store.db, [{ kind: 'club', observedAt: context.clock.now(), body: { ...body, trophies, members } }])
    },
    /** The list without its last plain members. */
    without(members: ClubMember[], count = 1): ClubMember[] {
      const gone = new Set(roles.member?.slice(-count))
      return members.filter(({ tag }) => !gone.has(tag))
    },
    said: (address?: string) => discord.messages(address).map(({ body }) => body.embeds?.[0]?.description ?? ''),
    async close(): Promise<void> {
      await sender.close()
      await story.close()
      await discord.close()
    },
  }
}
