import { clubOffer } from '#shared/club-offer.ts'
import { formatThousands, percent, signed } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import type { Answer } from '#web/app/api-client.ts'
import { similarClubsQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { EntityLink } from '#web/ui/Avatar.tsx'
import { AnalyticsCard } from '#web/ui/Card.tsx'
import { Explain } from '#web/ui/Explain.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { ScoreBar } from '#web/ui/StatGrid.tsx'

type Similar = Answer<'GET /api/analytics/club/{tag}/similar'>
type Part = keyof Similar['parts']

type Wording = {
  label: string
  /** What the figure means, and how it is computed. */
  about: string
  format: (value: number) => string
}

const PARTS: Record<Part, Wording> = {
  active_share: {
    label: 'Active members',
    about: 'Members who played in the last 7 days, of those known for 7+ days.',
    format: percent,
  },
  median_gain: {
    label: 'Typical gain',
    about: 'Trophies that the middle member won in 30 days, without resets.',
    format: (value) => signed(value),
  },
  retention_90d: {
    label: 'Members who stay',
    about: 'Members who are still here 90 days after they came: an estimate.',
    format: percent,
  },
  ghost_share: {
    label: 'Few silent members',
    about: 'Members who were silent for 7+ days. Fewer are better.',
    format: percent,
  },
  evenness: {
    label: 'Even effort',
    about: '100: all won as much in 30 days. Near 0: one won everything.',
    format: (value) => formatThousands(value),
  },
}
const ORDER = Object.keys(PARTS) as Part[]

/** How a club does among the clubs that are most like it. */
export function SimilarClubs({ tag }: { tag: string }) {
  const result = useQuery(similarClubsQuery(tag))
  return (
    <AnalyticsCard
      title="Similar clubs"
      id="similar"
      foldedWide
      fold={result.data?.mean ? `Better than ${percent(result.data.mean)} of similar clubs` : ''}
      result={result}
      failure="Failed to compare the club"
      loading="Comparing the club"
      shape="h-80 rounded-md"
    >
      {(similar) => (similar.enough ? <Compared tag={tag} similar={similar} /> : <TooFew similar={similar} />)}
    </AnalyticsCard>
  )
}

function TooFew({ similar: { profiled, compared, needed } }: { similar: Similar }) {
  return profiled ? (
    <EmptyState
      title="Too few clubs are like this one"
      hint={`A comparison needs ${needed} clubs of this size; ${compared === 1 ? '1 is' : `${compared} are`} tracked here.`}
    />
  ) : (
    <EmptyState title="Not compared yet" hint="Figures of a club are made once a day. Come back soon." />
  )
}

type ComparedProps = { tag: string; similar: Similar }

function Compared({ tag, similar: { parts, mean, compared, nearest } }: ComparedProps) {
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
      <div>
        <p className="mb-3 text-sm text-mut">Of 100 similar clubs, so many do worse. Compared: {compared}.</p>
        <dl className="grid gap-3.5">
          {ORDER.map((part) => (
            <PartBar key={part} part={part} of={parts[part]} />
          ))}
        </dl>
        <dl className="mt-3 border-t border-edge pt-3">
          <ScoreBar
            label="All in all"
            score={mean}
            kind="share"
            explain={
              <Explain label="All in all">
                <p>The mean of the bars above.</p>
              </Explain>
            }
          />
        </dl>
      </div>
      <section aria-label="The nearest clubs">
        <h3 className="font-semibold">The nearest clubs</h3>
        <ul>
          {nearest.map((club) => (
            <li key={club.club_tag} className="border-t border-edge py-1.5 first:border-t-0">
              <span className="flex items-baseline justify-between gap-3">
                <EntityLink to="/club/$tag" tag={club.club_tag} name={club.club_name} className="min-w-0" clipped />
                <span className="shrink-0 text-sm text-mut">middle member {formatThousands(club.median_trophies)}</span>
              </span>
              <span className="flex items-baseline justify-between gap-3 text-sm text-mut">
                {clubOffer(club)}
                <Link
                  to="/compare"
                  search={{ type: 'club', a: tagInPath(tag), b: tagInPath(club.club_tag) }}
                  className="link tap shrink-0"
                >
                  Compare<span className="sr-only"> with {nameOrTag(club.club_name, club.club_tag)}</span>
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
  const { label, about, format } = PARTS[part]
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
        <dt className="sr-only">{label}, the figure</dt>
        <dd>
          {value === null ? 'Not known yet' : `Here ${format(value)}`}
          {typical !== null && `, typical ${format(typical)}`}
        </dd>
      </div>
    </>
  )
}
