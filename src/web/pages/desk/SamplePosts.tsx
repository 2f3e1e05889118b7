import { keepPreviousData } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { CHANNEL_POSTS, type ChannelPost } from '#shared/desk.ts'
import type { Language } from '#shared/languages.ts'
import { type PlainTextId, pageLanguage, t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Card, QuerySection } from '#web/ui/Card.tsx'
import { ChoiceChips } from '#web/ui/ChoiceChips.tsx'
import { Dolphin } from '#web/ui/Dolphin.tsx'
import { useDesk } from './desk-changes.tsx'
import { capital } from './desk-words.ts'
import { useSettled } from './settled.ts'

type Post = Answer<'GET /api/desk/{tag}/channels/samples'>['posts'][number]

const ABOUT = {
  news: 'desk.postsRoster',
  board: 'desk.postBoard',
  week: 'desk.postWeek',
} as const satisfies Record<Post['about'], PlainTextId>

/** What a channel of this club would get now; of what was chosen for it, where that is given. */
function useSamples(language: Language, wanted?: readonly ChannelPost[]) {
  const { tag } = useDesk()
  const posts = useSettled(wanted && CHANNEL_POSTS.filter((post) => wanted.includes(post)).join(','))
  return useQuery({
    ...query('GET /api/desk/{tag}/channels/samples', { params: { tag }, query: { language, posts } }),
    enabled: posts !== '',
    placeholderData: keepPreviousData,
  })
}

/** What a channel of this club would get now, one kind of post at a time. */
export function SamplePosts() {
  const samples = useSamples(pageLanguage())
  if (samples.data?.posts.length === 0) return null
  return (
    <Card title={t('desk.sample')}>
      <SampleSection samples={samples}>{(posts) => <ChosenPost posts={posts} />}</SampleSection>
    </Card>
  )
}

type ChannelProps = { name: string; wanted: readonly ChannelPost[]; language: Language }

/** The channel of a form as Discord shows it, with what it would get; beside the form as high as that, and scrolled. */
export function ChannelSample({ name, wanted, language }: ChannelProps) {
  const samples = useSamples(language, wanted)
  const nothing = wanted.length === 0 ? 'desk.getsNothing' : samples.data?.posts.length === 0 ? 'share.nothing' : null
  return (
    <section
      aria-label={t('desk.sample')}
      className="flex flex-col overflow-hidden rounded-lg border border-edge bg-bg lg:h-0 lg:min-h-full"
    >
      <div className="flex items-baseline justify-between gap-3 border-b border-edge bg-card px-4 py-2.5">
        <p className="min-w-0 truncate font-semibold">
          <bdi>{name || t('desk.channelExample')}</bdi>
        </p>
        <p className="text-end text-sm text-mut">{t('desk.sample')}</p>
      </div>
      {nothing ? (
        <p className="m-auto p-4 text-center text-sm text-mut">{t(nothing)}</p>
      ) : (
        <div className="overflow-y-auto px-4 pb-4">
          <SampleSection samples={samples}>
            {(posts) => posts.map((post) => <ShownPost key={post.about} post={post} />)}
          </SampleSection>
        </div>
      )}
    </section>
  )
}

type SectionProps = { samples: ReturnType<typeof useSamples>; children: (posts: readonly Post[]) => ReactNode }

function SampleSection({ samples, children }: SectionProps) {
  return (
    <QuerySection result={samples} failure={t('desk.sampleFailed')} loading={t('desk.loading')} shape="h-64 rounded-md">
      {({ posts }) => children(posts)}
    </QuerySection>
  )
}

function ChosenPost({ posts }: { posts: readonly Post[] }) {
  const [chosen, choose] = useState<Post['about'] | null>(null)
  const post = posts.find(({ about }) => about === chosen) ?? posts[0]
  if (post === undefined) return null
  return (
    <>
      <ChoiceChips
        legend={<span className="font-normal text-mut">{t('desk.sampleFrom')}</span>}
        value={post.about}
        choices={posts.map(({ about }) => [about, capital(t(ABOUT[about]))] as const)}
        onChange={choose}
      />
      <ShownPost post={post} />
    </>
  )
}

/** A post as Discord shows it. */
function ShownPost({ post: { title, lines, fields, footer } }: { post: Post }) {
  return (
    <figure className="mt-4 flex gap-3">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-raise">
        <Dolphin className="size-6" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">Delphin</p>
        <div className="mt-1 rounded-md border-s-4 border-s-acc bg-raise px-4 py-3" dir="auto">
          <p className="font-semibold wrap-anywhere text-acc">
            <bdi>{plain(title)}</bdi>
          </p>
          {[...lines.entries()].map(([place, line]) => (
            <p key={place} className="text-sm wrap-anywhere">
              <bdi>{inMarkdown(line)}</bdi>
            </p>
          ))}
          {fields.length > 0 && (
            <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:grid-cols-3">
              {fields.map(({ name, value }) => (
                <div key={name}>
                  <dt className="font-semibold">{plain(name)}</dt>
                  <dd className="text-mut">{plain(value)}</dd>
                </div>
              ))}
            </dl>
          )}
          {footer !== null && <p className="mt-2 text-sm text-mut">{plain(footer)}</p>}
        </div>
      </div>
    </figure>
  )
}

/** A line of a post: bold parts, links as their words, and names without the marks that keep them from formatting. */
function inMarkdown(line: string): ReactNode {
  const parts = line.split(/\*\*((?:\\.|[^\\*])+)\*\*/)
  return [...parts.entries()].map(([place, part]) =>
    place % 2 === 0 ? <Fragment key={place}>{plain(part)}</Fragment> : <b key={place}>{plain(part)}</b>,
  )
}

const plain = (text: string) => text.replace(/(?<!\\)\[((?:\\.|[^\\\]])*)\]\([^)\s]*\)/g, '$1').replace(/\\(.)/g, '$1')
