import { keepPreviousData } from '@tanstack/react-query'
import { Trophy } from 'lucide-react'
import { useState } from 'react'
import { clubOffer } from '#shared/club-offer.ts'
import { countryName } from '#shared/game-names.ts'
import { factsInWords, formatThousands } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { tierName } from '#shared/ranked-tiers.ts'
import { tagInPath } from '#shared/tag.ts'
import { type PlainTextId, pageLanguage, t } from '#shared/texts.ts'
import { type Answer, ApiError } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { Button, buttonStyle } from '#web/ui/Button.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { zoneOffset } from '#web/ui/date-words.ts'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { Explain } from '#web/ui/Explain.tsx'
import { EmptyState, Notice } from '#web/ui/Notice.tsx'
import { useServed } from '#web/ui/served.ts'
import { saidOnly, Text } from '#web/ui/Text.tsx'
import {
  type FindSearch,
  finderQuery,
  hoursText,
  middleText,
  missingText,
  PART_WORDS,
  PARTS,
  PARTS_IN_SENTENCE,
  type Part,
  PLAYED_PARTS,
} from './find-search.ts'
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
        {(found) => <Found found={found} />}
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

type Answered = Answer<'GET /api/finder/clubs'>
type Club = Answered['clubs'][number]

function Found({ found: { about, considered, clubs } }: { found: Answered }) {
  return (
    <>
      <div role="status" className="mb-4 grid gap-2 text-sm text-mut max-sm:mb-3 max-sm:min-h-11 max-sm:text-xs">
        {considered > 0 && (
          <p>
            <Shown about={about} shown={formatThousands(clubs.length)} considered={considered} />
            {clubs.length > 0 && ` · ${t('find.bars')}`}
          </p>
        )}
        {about.missing.length > 0 && <Notice>{missingText(about)}</Notice>}
      </div>
      {clubs.length === 0 ? (
        <EmptyState
          {...(considered === 0
            ? { title: t('find.comeBack') }
            : { title: t('find.nothing'), hint: t('find.fewerWishes') })}
        />
      ) : (
        <Fits clubs={clubs} missing={about.missing} />
      )}
    </>
  )
}

type ShownProps = { about: Answered['about']; shown: string; considered: number }

/** `For Ann with 40,000 trophies, Diamond I, prestige 14: 12 of 60 clubs`, of these what is known. */
function Shown({ about, shown, considered }: ShownProps) {
  if (about.name === null) return t('find.shown', { shown, considered })
  const values = { name: <bdi className="font-semibold text-ink">{about.name}</bdi>, shown, considered }
  const facts = factsOf(about)
  if (facts.length === 0) return <Text id="find.shownFor" values={values} />
  return <Text id="find.shownForWith" values={{ ...values, facts: factsInWords(facts) }} />
}

function factsOf({ trophies, tier, prestige }: Answered['about']): string[] {
  return [
    trophies === null ? null : t('find.factTrophies', { trophies: formatThousands(trophies) }),
    tier === null ? null : t('find.factTier', { tier: tierName(tier) }),
    prestige === null ? null : t('find.factPrestige', { prestige: formatThousands(prestige) }),
  ].filter((fact) => fact !== null)
}

type FitsProps = { clubs: readonly Club[]; missing: readonly Part[] }

/** The clubs by their fit. Of which less is known than was compared, they stand apart: their numbers say less. */
function Fits({ clubs, missing }: FitsProps) {
  const { known = [], guessed = [] } = Object.groupBy(clubs, ({ parts }) =>
    PLAYED_PARTS.every((part) => missing.includes(part) || parts[part] !== null) ? 'known' : 'guessed',
  )
  return (
    <>
      <FitList clubs={known} missing={missing} leads most={SHOWN} />
      {guessed.length > 0 && (
        <>
          {known.length > 0 && <h2 className="mt-6 text-lg font-semibold">{t('find.others')}</h2>}
          <p className="mb-3 text-sm text-mut">{t('find.unsure')}</p>
          <FitList
            clubs={guessed}
            missing={missing}
            leads={known.length === 0}
            most={known.length > 0 ? SHOWN_BELOW : SHOWN}
          />
        </>
      )}
    </>
  )
}

/** Clubs that stand there before a tap, and of those of which less is known. */
const [SHOWN, SHOWN_BELOW] = [8, 4] as const

type FitListProps = FitsProps & { leads: boolean; most: number }

function FitList({ clubs, missing, leads, most }: FitListProps) {
  const [all, setAll] = useState(false)
  const best = clubs.toSorted((one, other) => other.fit - one.fit)
  const shown = all ? best : best.slice(0, most)
  return (
    <>
      {/* The best one is as wide as the list; so is the last one where its row would stay half empty. */}
      <ol
        className={`grid gap-3 empty:hidden lg:grid-cols-2 ${leads ? 'lg:[&>:last-child:nth-child(even)]:col-span-2' : ''}`}
      >
        {shown.map((club, place) => (
          <FoundClub key={club.club_tag} club={club} missing={missing} leads={leads && place === 0} />
        ))}
      </ol>
      {shown.length < best.length && (
        <Button variant="outline" className="mt-3 w-full" onClick={() => setAll(true)}>
          {t('find.more', { count: best.length - shown.length })}
        </Button>
      )}
    </>
  )
}

/** From this share on a part of the fit is a reason to name. */
const ALIKE = 0.75

/** The best one is as wide as the list, its fit is larger, and it says why it fits. */
function FoundClub({ club, missing, leads }: { club: Club; missing: readonly Part[]; leads: boolean }) {
  const { club_tag: tag, club_name: name, fit, parts, notice, country, hours } = club
  const compared = PARTS.filter((part) => !missing.includes(part))
  // What is not known of a club has no place here: its list says that less is known.
  const known = compared.filter((part) => parts[part] !== null)
  return (
    <li
      className={`relative min-w-0 rounded-lg border p-3.5 hover:bg-raise max-sm:p-2 ${leads ? 'border-acc/60 bg-linear-to-br from-raise to-card lg:col-span-2' : 'border-edge bg-card'}`}
    >
      <div className="flex items-start gap-x-3 max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)_auto] max-sm:gap-x-2">
        <Monogram
          seed={tag}
          name={nameOrTag(name, tag)}
          className={`max-sm:-mb-2 max-sm:row-span-3 max-sm:size-9 max-sm:rounded-md ${leads ? 'size-16 rounded-lg' : 'size-11 rounded-md'}`}
        />
        <div className="min-w-0 flex-1 max-sm:contents">
          <h2 className={`leading-tight font-semibold ${leads ? 'text-lg' : ''}`}>
            <Link
              to="/club/$tag"
              params={{ tag: tagInPath(tag) }}
              className="block truncate no-underline after:absolute after:inset-0 after:rounded-lg"
            >
              <PlayerName name={nameOrTag(name, tag)} />
            </Link>
          </h2>
          <p
            className={`line-clamp-2 text-sm leading-tight text-mut ${PHONE_LINE} ${hours ? 'max-sm:line-clamp-1' : ''}`}
          >
            {factsInWords([clubOffer(club), country !== null && countryName(country)])}
          </p>
          {hours && (
            <p className={`truncate leading-tight text-mut sm:hidden ${PHONE_LINE}`}>
              <Plays hours={hours} />
            </p>
          )}
          {leads && <Alike parts={parts} known={known} />}
        </div>
        {leads && (
          <Link
            to="/club/$tag"
            params={{ tag: tagInPath(tag) }}
            className={buttonStyle('primary', 'relative z-1 shrink-0 max-sm:hidden')}
          >
            <Text id="home.open" values={{ name: <PlayerName name={nameOrTag(name, tag)} />, said: saidOnly }} />
          </Link>
        )}
        <div className="shrink-0 text-end max-sm:col-start-3 max-sm:row-start-1 max-sm:flex max-sm:items-center max-sm:gap-1.5">
          <span
            className={`block leading-tight font-extrabold ${leads ? 'text-2xl text-acc' : 'text-xl'} max-sm:text-lg max-sm:leading-none`}
          >
            {Math.round(fit)}
          </span>
          <span className="relative z-1 flex items-center justify-end gap-1.5 text-sm text-mut">
            {t('find.fit')}
            <Explain label={t('find.fitOf', { name: nameOrTag(name, tag) })}>
              <p className="sm:hidden">
                <ClubFacts club={club} />
              </p>
              {notice && <ClubNotice notice={notice} className="sm:hidden" />}
              <FitReading parts={parts} />
            </Explain>
          </span>
        </div>
      </div>
      {/* Bars without numbers: "?" has them, and what a club does is not how well it fits. */}
      <dl className="mt-3 flex gap-x-4 text-sm max-sm:mt-1 max-sm:gap-2 max-sm:text-xs">
        {known.map((part) => (
          <div key={part} className="grid min-w-0 flex-1 gap-0.5">
            <dt className="min-w-0 truncate leading-tight">{t(PART_WORDS[part])}</dt>
            <dd className="sr-only">{fitOf(parts[part])}</dd>
            <dd aria-hidden="true">
              <Bar share={100 * (parts[part] ?? 0)} tone="bg-c1" />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-sm text-mut max-sm:hidden">
        <ClubFacts club={club} />
      </p>
      {notice && <ClubNotice notice={notice} className="mt-2 max-sm:hidden" />}
    </li>
  )
}

/** A line of a card beside its monogram; on a phone the fit stands above its end. */
const PHONE_LINE = 'max-sm:col-span-2 max-sm:col-start-2 max-sm:text-xs'

/** Why the best one fits: what is most alike first. */
function Alike({ parts, known }: { parts: Club['parts']; known: readonly Part[] }) {
  const alike = known
    .filter((part) => (parts[part] ?? 0) >= ALIKE)
    .sort((one, other) => (parts[other] ?? 0) - (parts[one] ?? 0))
  if (alike.length === 0) return null
  return (
    <p className="text-sm max-sm:hidden">
      {t('find.alike', { parts: factsInWords(alike.map((part) => t(PARTS_IN_SENTENCE[part]))) })}
    </p>
  )
}

/** `Plays 18:00 to 21:00 UTC+2`, by the visitor's clock, which the server does not know. */
function Plays({ hours }: { hours: readonly number[] }) {
  return t('find.plays', { hours: hoursText(hours, useServed() ? 0 : zoneOffset()) })
}

/** When a club plays and what its typical member is like. A card on a phone has no room for it, its "?" has. */
function ClubFacts({ club: { hours, ranked, median_trophies } }: { club: Club }) {
  return (
    <>
      {hours && (
        <>
          <Plays hours={hours} />
          {' · '}
        </>
      )}
      <span className="inline-flex items-center gap-1">
        {t('find.middleMember')}
        <Trophy size={13} aria-hidden="true" />
        <span className="self-baseline">{formatThousands(median_trophies)}</span>
      </span>
      {ranked && ` · ${middleText(ranked)}`}
    </>
  )
}

type NoticeProps = { notice: NonNullable<Club['notice']>; className: string }

/** What the club's leaders wrote, marked as theirs. It has room where `ClubFacts` has. */
function ClubNotice({ notice: { text, languages, min_trophies }, className }: NoticeProps) {
  const names = new Intl.DisplayNames(pageLanguage(), { type: 'language', fallback: 'code' })
  const facts = [
    languages.length > 0
      ? t('find.speaks', { languages: factsInWords(languages.map((code) => names.of(code) ?? code)) })
      : null,
    min_trophies === null ? null : t('find.looksFor', { trophies: formatThousands(min_trophies) }),
  ].filter((fact) => fact !== null)
  return (
    <blockquote className={`border-s-3 border-acc ps-3 text-sm ${className}`}>
      <p className="text-mut">
        {facts.length === 0 ? t('find.says') : t('find.saysFacts', { facts: facts.join('; ') })}
      </p>
      {text !== '' && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      )}
    </blockquote>
  )
}

const READING = [
  ['hours', 'find.partHours', 'find.aboutHours'],
  ['activity', 'find.partActivity', 'find.aboutActivity'],
  ['trophies', 'find.partTrophies', 'find.aboutTrophies'],
  ['modes', 'find.partModes', 'find.aboutModes'],
  ['ranked', 'find.partRanked', 'find.aboutRanked'],
] as const satisfies (readonly [Part, PlainTextId, PlainTextId])[]

const fitOf = (part: number | null) => (part === null ? null : Math.round(100 * part))

/** How the fit comes about, with the number of each part that is known. */
function FitReading({ parts }: Pick<Club, 'parts'>) {
  return (
    <>
      <p>{t('find.reading')}</p>
      <dl className="grid gap-2">
        {READING.map(([part, name, meaning]) => (
          <div key={part} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
            <dt className="font-semibold">{t(name)}</dt>
            <dd className="font-extrabold">{fitOf(parts[part])}</dd>
            <dd className="col-span-2">{t(meaning)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-mut">{t('find.needs')}</p>
    </>
  )
}
