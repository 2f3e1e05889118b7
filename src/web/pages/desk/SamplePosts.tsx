import { keepPreviousData } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { CHANNEL_POSTS, type ChannelPost } from '#shared/desk.ts'
import type { Language } from '#shared/languages.ts'
import { factsInWords } from '#shared/number-format.ts'
import { type PlainTextId, pageLanguage, t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Card, QuerySection } from '#web/ui/Card.tsx'
import { ChoiceChips } from '#web/ui/ChoiceChips.tsx'
import { useDesk } from './desk-changes.tsx'
import { capital } from './desk-words.ts'
import { DolphinCircle, ShownPost } from './ShownPost.tsx'
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
  const language = pageLanguage()
  const samples = useSamples(language)
  if (samples.data?.posts.length === 0) return null
  return (
    <Card title={t('desk.sample')}>
      <SampleSection samples={samples}>
        {(posts) => <ChosenPost posts={posts} language={language} at={samples.dataUpdatedAt} />}
      </SampleSection>
    </Card>
  )
}

type ChannelProps = { name: string; wanted: readonly ChannelPost[]; language: Language }

/**
 * The channel of a form as Discord shows it, with what it would get: beside the form; on narrower screens a row above it
 * that opens.
 */
export function ChannelSample({ name, wanted, language }: ChannelProps) {
  const [isOpen, open] = useState(false)
  const samples = useSamples(language, wanted)
  const posts = samples.data?.posts ?? []
  const nothing = wanted.length === 0 ? 'desk.getsNothing' : samples.data && posts.length === 0 ? 'share.nothing' : null
  const kinds = posts.map(({ about }) => capital(t(ABOUT[about])))
  return (
    <section
      aria-label={t('desk.sample')}
      className="flex flex-col overflow-hidden self-start rounded-lg border border-edge bg-bg"
    >
      {!nothing && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => open(!isOpen)}
          className="flex items-center gap-3 p-3 text-start lg:hidden"
        >
          <DolphinCircle />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{t('desk.sample')}</span>
            <span className="block truncate text-sm text-mut">{factsInWords(kinds)}</span>
          </span>
          <ChevronDown className={`size-5 shrink-0 text-mut ${isOpen ? 'rotate-180' : ''}`} aria-hidden="true" />
        </button>
      )}
      <div
        className={`flex items-baseline justify-between gap-3 border-b border-edge bg-card px-4 py-2.5 ${nothing ? '' : 'max-lg:hidden'}`}
      >
        <p className="min-w-0 truncate font-semibold">
          <bdi>{name || t('desk.channelExample')}</bdi>
        </p>
        <p className="text-end text-sm text-mut">{t('desk.sample')}</p>
      </div>
      <div className={`px-4 pb-4 ${isOpen || nothing ? '' : 'max-lg:hidden'}`}>
        {nothing ? (
          <p className="p-4 text-center text-sm text-mut">{t(nothing)}</p>
        ) : (
          <SampleSection samples={samples}>
            {(posts) =>
              posts.map((post) => (
                <ShownPost key={post.about} post={post} language={language} at={samples.dataUpdatedAt} />
              ))
            }
          </SampleSection>
        )}
      </div>
    </section>
  )
}

type SectionProps = { samples: ReturnType<typeof useSamples>; children: (posts: readonly Post[]) => ReactNode }

function SampleSection({ samples, children }: SectionProps) {
  return (
    <QuerySection
      result={samples}
      failure={t('desk.sampleFailed')}
      loading={t('desk.loading')}
      shape="mt-4 h-64 rounded-md"
    >
      {({ posts }) => children(posts)}
    </QuerySection>
  )
}

type ChosenProps = Pick<ComponentProps<typeof ShownPost>, 'language' | 'at'> & { posts: readonly Post[] }

function ChosenPost({ posts, language, at }: ChosenProps) {
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
      <ShownPost key={post.about} post={post} language={language} at={at} />
    </>
  )
}
