import { weekSentence } from '#shared/club-sentence.ts'
import { formatThousands } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { clubAnalyticsQuery, clubQueueQuery } from '#web/app/entity-queries.ts'
import { useMine } from '#web/app/my-choice.ts'
import { useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { learningText } from '#web/ui/learning.ts'

/** The crest of the visitor's club, which leads to its page. */
export function MyClubCrest() {
  const club = useMine('club')
  if (club === null) return null
  const name = nameOrTag(club.name, club.tag)
  return (
    <Link
      to="/club/$tag"
      params={{ tag: tagInPath(club.tag) }}
      title={name}
      className="flex size-[44px] items-center justify-center rounded-md"
    >
      <Monogram seed={club.tag} name={name} className="size-[36px] rounded-sm" />
      <span className="sr-only">{t('me.myClubIs', { name })}</span>
    </Link>
  )
}

/** The visitor's club at the top of a page: its week in one sentence, and whom to look at. */
export function MyClubPanel() {
  const club = useMine('club')
  return club === null ? null : <Panel key={club.tag} tag={club.tag} name={nameOrTag(club.name, club.tag)} />
}

function Panel({ tag, name }: { tag: string; name: string }) {
  const analytics = useQuery(clubAnalyticsQuery(tag))
  const queue = useQuery(clubQueueQuery(tag))
  return (
    <section
      aria-label={t('me.myClub')}
      className="flex min-h-48 flex-col gap-2.5 rounded-lg border border-edge bg-card p-3.5 sm:min-h-40"
    >
      <div className="flex items-center gap-3">
        <Monogram seed={tag} name={name} className="size-11 rounded-md" />
        <div className="min-w-0 flex-1">
          <p className="text-sm text-mut">{t('me.myClub')}</p>
          <PlayerName name={name} className="block truncate text-lg leading-tight font-semibold" />
        </div>
        <Link to="/club/$tag" params={{ tag: tagInPath(tag) }} className={buttonStyle('primary', 'shrink-0')}>
          {t('me.open')}
          <span className="sr-only"> {name}</span>
        </Link>
      </div>
      <p dir="auto" className="line-clamp-3">
        {firstSentence(analytics.data ? weekSentence(analytics.data) : null) ??
          (analytics.error ? t('me.notRead') : '')}
      </p>
      {queue.data && <p className="text-sm text-mut">{lookWords(queue.data)}</p>}
    </section>
  )
}

/** The page of the club tells the rest. */
function firstSentence(week: string | null): string | null {
  return week?.split(/(?<=\.) |(?<=。)/)[0] ?? null
}

/** `Silent 2 · In form 3 · Playing less 4`; says so where nothing stands out. */
function lookWords({ learning, ...queue }: Answer<'GET /api/browse/club/{tag}/queue'>): string {
  if (learning) return learningText(learning)
  const parts = [
    ['me.silent', queue.silent],
    ['me.inForm', queue.in_form],
    ['me.playingLess', queue.going_quiet],
  ] as const
  const shown = parts.filter(([, people]) => people.length > 0)
  if (shown.length === 0) return t('me.nobody')
  return shown.map(([id, people]) => t(id, { members: formatThousands(people.length) })).join(' · ')
}
