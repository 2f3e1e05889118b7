import type { Context } from '#server/context.ts'
import { CLUB_MESSAGES } from '#server/reach/club-messages.ts'
import { type Draft, withinLimits } from '#server/reach/discord-text.ts'
import type { listSamplePosts } from '#shared/contract/desk-channels.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import { DAY_MS, WEEK } from '#shared/days.ts'
import { CHANNEL_POSTS } from '#shared/desk.ts'
import { sayIn } from '#shared/texts.ts'
import type { Desk } from './open-desk.ts'
import { newestWeekPost } from './weeks.ts'

type Samples = Output<typeof listSamplePosts>

type Asked = Input<typeof listSamplePosts>['query']

/** What a channel of the club that gets these posts would get now, as it is sent. Nothing is sent. */
export async function samplePosts(context: Context, desk: Desk, { language, posts: asked }: Asked): Promise<Samples> {
  const posts = CHANNEL_POSTS.filter((post) => asked?.split(',').includes(post) ?? true)
  const readers = { desk: desk.clubTag, language, posts }
  const now = context.clock.now()
  const payload = { after: new Date(now.getTime() - WEEK * DAY_MS).toISOString(), until: now.toISOString() }
  const made = await Promise.all([
    CLUB_MESSAGES.events(context, readers, { payload }),
    posts.includes('board') && CLUB_MESSAGES.board(context, readers),
    posts.includes('week') && newestWeekPost(context, desk, language),
  ])
  const [news, board, week] = made.map((say) => say && sayIn(context.texts(language), () => asSent(say())))
  return {
    posts: [
      ...(board ? [{ about: 'board' as const, ...board }] : []),
      ...(news ? [{ about: 'news' as const, ...news }] : []),
      ...(week ? [{ about: 'week' as const, ...week }] : []),
    ],
  }
}

/** Its one embed, cut as Discord demands. */
function asSent(draft: Draft): Omit<Samples['posts'][number], 'about'> {
  const [embed] = withinLimits(draft).embeds ?? []
  return {
    title: embed?.title ?? '',
    lines: embed?.description?.split('\n') ?? [],
    fields: (embed?.fields ?? []).map(({ name, value }) => ({ name, value })),
    footer: embed?.footer?.text ?? null,
  }
}
