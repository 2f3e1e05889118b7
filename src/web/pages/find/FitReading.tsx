import { Trophy } from 'lucide-react'
import { factsInWords, formatThousands } from '#shared/number-format.ts'
import { type PlainTextId, pageLanguage, t } from '#shared/texts.ts'
import { useClock } from './DayHours.tsx'
import { type Club, hoursText, middleText, type Part } from './find-search.ts'

type NoticeProps = { notice: NonNullable<Club['notice']>; className: string }

/** What the club's leaders wrote, marked as theirs. On a phone "?" has room for it. */
export function ClubNotice({ notice: { text, languages, min_trophies }, className }: NoticeProps) {
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

/** A part of 1 as a number to 100. */
export const fitOf = (part: number | null) => (part === null ? null : Math.round(100 * part))

/** What a card has no room for, and how the fit comes about, with the number of each part that is known. */
export function FitReading({ club }: { club: Club }) {
  const { hours, parts, notice } = club
  return (
    <>
      {hours && (
        <p>
          <Plays hours={hours} />
        </p>
      )}
      <p>
        <TypicalMember club={club} />
      </p>
      {notice && <ClubNotice notice={notice} className="sm:hidden" />}
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

/** `Plays 18:00 to 21:00 UTC+2`. */
export function Plays({ hours }: { hours: readonly number[] }) {
  return t('find.plays', { hours: hoursText(hours, useClock()) })
}

/** The trophies, tier and prestige in the middle of a club. */
export function TypicalMember({ club: { ranked, median_trophies } }: { club: Club }) {
  return (
    <>
      <span className="inline-flex items-center gap-1">
        {t('find.middleMember')}
        <Trophy size={13} aria-hidden="true" />
        <span className="self-baseline">{formatThousands(median_trophies)}</span>
      </span>
      {ranked && ` · ${middleText(ranked)}`}
    </>
  )
}
