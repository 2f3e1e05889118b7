import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { formatThousands } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import { type Answer, ApiError } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { Button, buttonStyle } from '#web/ui/Button.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { EmptyState, Notice } from '#web/ui/Notice.tsx'
import { FoundClub } from './FoundClub.tsx'
import {
  type About,
  type Club,
  type FindSearch,
  finderQuery,
  missingText,
  PLAYED_PARTS,
  withHourShares,
} from './find-search.ts'
import { isDrawn, Seeker } from './SideBySide.tsx'
import { Wishes } from './Wishes.tsx'

type Props = { search: FindSearch; onSearch: (search: FindSearch) => void }

/** The clubs that fit best, and what is asked of them. */
export function FoundClubs({ search, onSearch }: Props) {
  const result = useQuery({
    ...query('GET /api/finder/clubs', { query: finderQuery(search) }),
    placeholderData: keepPreviousData,
  })
  const isUnknown = result.error instanceof ApiError && result.error.status === 404
  if (isUnknown && search.tag) return <UnknownPlayer tag={search.tag} error={result.error} />
  return (
    <section aria-label={t('find.clubs')}>
      <Wishes search={search} onSearch={onSearch} />
      <QuerySection result={result} failure={t('find.failed')} loading={t('find.looking')} shape="h-160 rounded-lg">
        {(found) => <Found found={withHourShares(found)} />}
      </QuerySection>
    </section>
  )
}

function UnknownPlayer({ tag, error }: { tag: string; error: Error | null }) {
  const isHidden = error instanceof ApiError && error.code === 'player_hidden'
  return (
    <EmptyState
      title={isHidden ? t('find.hidden') : t('find.notTracked', { tag: `#${tag}` })}
      hint={t('find.searchOnce')}
    >
      {!isHidden && (
        <Link to="/search/$tag" params={{ tag }} className={buttonStyle('outline')}>
          {t('find.search', { tag: `#${tag}` })}
        </Link>
      )}
    </EmptyState>
  )
}

function Found({ found: { about, considered, clubs } }: { found: Answer<'GET /api/finder/clubs'> }) {
  return (
    <>
      <div role="status" className="mb-3 grid items-center gap-2 text-sm text-mut max-sm:min-h-11">
        {considered > 0 && <p>{t('find.shown', { shown: formatThousands(clubs.length), considered })}</p>}
        {about.missing.length > 0 && <Notice>{missingText(about)}</Notice>}
      </div>
      {clubs.length > 0 ? (
        <Fits clubs={clubs} about={about} />
      ) : (
        <>
          <Seeker about={about} className="mb-3" />
          <EmptyState
            {...(considered === 0
              ? { title: t('find.comeBack') }
              : { title: t('find.nothing'), hint: t('find.fewerWishes') })}
          />
        </>
      )}
    </>
  )
}

type FitsProps = { clubs: readonly Club[]; about: About }

/** The clubs by their fit. Of which less is known than was compared, they stand apart: their numbers say less. */
function Fits({ clubs, about }: FitsProps) {
  const best = clubs.toSorted((one, other) => other.fit - one.fit)
  const { known = [], guessed = [] } = Object.groupBy(best, ({ parts }) =>
    PLAYED_PARTS.every((part) => about.missing.includes(part) || parts[part] !== null) ? 'known' : 'guessed',
  )
  const unsure = <p className="mb-3 text-sm text-mut">{t('find.unsure')}</p>
  if (known.length === 0)
    return (
      <>
        {unsure}
        <FitList clubs={guessed} about={about} leads most={SHOWN} />
      </>
    )
  return (
    <>
      <FitList clubs={known} about={about} leads most={SHOWN} />
      {guessed.length > 0 && (
        <>
          <h2 className="mt-6 text-lg font-semibold">{t('find.others')}</h2>
          {unsure}
          <FitList clubs={guessed} about={about} most={SHOWN_BELOW} />
        </>
      )}
    </>
  )
}

/** Clubs that stand there before a tap, and of those of which less is known. */
const [SHOWN, SHOWN_BELOW] = [7, 4] as const

/** Clubs, the best first. Where it leads, it is as wide as the list; so is the last where it would stand beside a hole. */
function FitList({ clubs, about, leads = false, most }: FitsProps & { leads?: boolean; most: number }) {
  const [all, setAll] = useState(false)
  const shown = all ? clubs : clubs.slice(0, most)
  const best = leads ? clubs[0] : undefined
  const inPairs = best ? shown.length - 1 : shown.length
  const lone = inPairs % 2 === 1 ? shown.at(-1) : undefined
  return (
    <>
      {best && !isDrawn({ about, club: best }) && <Seeker about={about} className="mb-3" />}
      <ol className="grid gap-3 lg:grid-cols-2">
        {shown.map((club) => (
          <FoundClub
            key={club.club_tag}
            club={club}
            about={about}
            leads={club === best}
            wide={club === best || club === lone}
          />
        ))}
      </ol>
      {shown.length < clubs.length && (
        <Button variant="outline" className="mt-3 w-full" onClick={() => setAll(true)}>
          {t('find.more', { count: clubs.length - shown.length })}
        </Button>
      )}
    </>
  )
}
