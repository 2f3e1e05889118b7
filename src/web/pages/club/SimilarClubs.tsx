import { clubOffer } from '#shared/club-offer.ts'
import { formatThousands, percent, signed } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { keysOf } from '#shared/records.ts'
import { tagInPath } from '#shared/tag.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { similarClubsQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { AnalyticsCard } from '#web/ui/Card.tsx'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { Explain } from '#web/ui/Explain.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { ScoreBar } from '#web/ui/StatGrid.tsx'
import { saidOnly, Text } from '#web/ui/Text.tsx'

type Similar = Answer<'GET /api/analytics/club/{tag}/similar'>
type Part = keyof Similar['parts']

type Wording = {
  label: PlainTextId
  /** What the figure means, and how it is computed. */
  about: PlainTextId
  format: (value: number) => string
}

const PARTS: Record<Part, Wording> = {
  active_share: {
    label: 'club.active',
    about: 'club.activeAbout',
    format: percent,
  },
  median_gain: {
    label: 'club.typicalGain',
    about: 'club.typicalAbout',
    format: (value) => signed(value),
  },
  retention_90d: {
    label: 'club.stay',
    about: 'club.stayAbout',
    format: percent,
  },
  ghost_share: {
    label: 'club.fewSilent',
    about: 'club.fewSilentAbout',
    format: percent,
  },
  evenness: {
    label: 'club.even',
    about: 'club.evenAbout',
    format: (value) => formatThousands(value),
  },
}
const ORDER = keysOf(PARTS)

/** How a club does among the clubs that are most like it. */
export function SimilarClubs({ tag }: { tag: string }) {
  const result = useQuery(similarClubsQuery(tag))
  return (
    <AnalyticsCard
      title={t('club.similar')}
      id="similar"
      foldedWide
      fold={similarInShort(result.data)}
      result={result}
      failure={t('club.similarFailed')}
      loading={t('club.similarLoading')}
      shape="h-80 rounded-md"
    >
      {(similar) => (similar.enough ? <Compared tag={tag} similar={similar} /> : <TooFew similar={similar} />)}
    </AnalyticsCard>
  )
}

/** The line of the folded card: how the club does, or why that cannot be told. */
function similarInShort(similar: Similar | undefined): string {
  if (!similar) return ''
  if (!similar.enough) return whyTooFew(similar)
  return similar.mean === null ? '' : t('club.betterThan', { share: percent(Math.floor(similar.mean)) })
}

const whyTooFew = ({ profiled }: Similar) => t(profiled ? 'club.tooFewClubs' : 'club.notCompared')

function TooFew({ similar }: { similar: Similar }) {
  const { profiled, compared, needed } = similar
  return (
    <EmptyState
      title={whyTooFew(similar)}
      hint={profiled ? t('club.tooFewHint', { needed, compared }) : t('club.notComparedHint')}
    />
  )
}

type ComparedProps = { tag: string; similar: Similar }

function Compared({ tag, similar: { parts, mean, compared, nearest } }: ComparedProps) {
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
      <div>
        <p className="mb-3 text-sm text-mut">{t('club.doWorse', { compared })}</p>
        <dl className="grid gap-3.5">
          {ORDER.map((part) => (
            <PartBar key={part} part={part} of={parts[part]} />
          ))}
        </dl>
        <dl className="mt-3 border-t border-edge pt-3">
          <ScoreBar
            label={t('club.allInAll')}
            score={mean}
            kind="share"
            explain={
              <Explain label={t('club.allInAll')}>
                <p>{t('club.allInAllAbout')}</p>
              </Explain>
            }
          />
        </dl>
      </div>
      <section aria-label={t('club.nearest')}>
        <h3 className="font-semibold">{t('club.nearest')}</h3>
        <ul>
          {nearest.map((club) => (
            <li key={club.club_tag} className="border-t border-edge py-1.5 first:border-t-0">
              <span className="flex items-baseline justify-between gap-3">
                <EntityLink to="/club/$tag" tag={club.club_tag} name={club.club_name} className="min-w-0" clipped />
                <span className="shrink-0 text-sm text-mut">
                  {t('club.middleMember', { trophies: formatThousands(club.median_trophies) })}
                </span>
              </span>
              <span className="flex items-baseline justify-between gap-3 text-sm text-mut">
                {clubOffer(club)}
                <Link
                  to="/compare"
                  search={{ type: 'club', a: tagInPath(tag), b: tagInPath(club.club_tag) }}
                  className="link tap shrink-0"
                >
                  <Text
                    id="club.compareWith"
                    values={{ name: nameOrTag(club.club_name, club.club_tag), said: saidOnly }}
                  />
                </Link>
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

type BarProps = { part: Part; of: Similar['parts'][Part] }

function PartBar({ part, of: { value, percentile, typical } }: BarProps) {
  const { format } = PARTS[part]
  const [label, about] = [t(PARTS[part].label), t(PARTS[part].about)]
  return (
    <>
      <ScoreBar
        label={label}
        score={percentile}
        kind="share"
        explain={
          <Explain label={label}>
            <p>{about}</p>
          </Explain>
        }
      />
      <div className="-mt-2.5 text-sm text-mut">
        <dt className="sr-only">{t('club.figureOf', { label })}</dt>
        <dd>{figureText(value, typical, format)}</dd>
      </div>
    </>
  )
}

function figureText(value: number | null, typical: number | null, format: Wording['format']): string {
  if (typical === null) return value === null ? t('club.hereUnknown') : t('club.here', { value: format(value) })
  if (value === null) return t('club.onlyTypical', { typical: format(typical) })
  return t('club.hereTypical', { value: format(value), typical: format(typical) })
}
