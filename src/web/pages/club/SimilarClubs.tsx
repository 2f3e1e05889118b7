import { clubOffer } from '#shared/club-offer.ts'
import { count, formatThousands, percent, signed } from '#shared/number-format.ts'
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
    about: 'Members who played in the last 7 days, of those known for 7 days or more.',
    format: percent,
  },
  median_gain: {
    label: 'Typical gain',
    about:
      'What the middle member won in 30 days, in trophies, of those known for 7 days or more. Resets are taken out.',
    format: (value) => signed(value),
  },
  retention_90d: {
    label: 'Members who stay',
    about:
      'The share of members who are still in the club 90 days after they were first seen there, estimated after Kaplan and Meier: who came later counts for as long as they were seen.',
    format: percent,
  },
  ghost_share: {
    label: 'Few ghosts',
    about: 'Members who were silent in the last 7 days, of those known for 7 days or more. Fewer are better.',
    format: percent,
  },
  evenness: {
    label: 'Even effort',
    about:
      '100 when all members won as many trophies in 30 days, near 0 when one of them won everything: 100 less the Gini coefficient in percent.',
    format: (value) => formatThousands(value),
  },
}
const ORDER = Object.keys(PARTS) as Part[]

/** How a club does among the clubs that are most like it. */
export function SimilarClubs({ tag }: { tag: string }) {
  const result = useQuery(similarClubsQuery(tag))
  return (
    <AnalyticsCard
      title="How healthy, compared with whom?"
      id="similar"
      fold={
        result.data?.mean
          ? `better than ${percent(result.data.mean)} of similar clubs`
          : 'beside the clubs most like it'
      }
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
      hint={`A comparison needs ${needed} clubs with about as many members and trophies; ${count(compared, 'club')} of that size ${compared === 1 ? 'is' : 'are'} tracked here.`}
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
        <p className="mb-3 text-sm text-mut">
          Among the {compared} clubs nearest in size and in trophies of the middle member. A bar shows how many of 100
          of them do worse.
        </p>
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
                <p>The mean of the bars above. What is not known is left out.</p>
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
            <p>The bar: of 100 similar clubs, how many do worse; equal ones count half.</p>
          </Explain>
        }
      />
      <div className="-mt-2.5 text-sm text-mut">
        <dt className="sr-only">{label}, the figure</dt>
        <dd>
          {value === null ? 'Not known yet here' : `Here ${format(value)}`}
          {typical !== null && `, typical is ${format(typical)}`}
        </dd>
      </div>
    </>
  )
}
