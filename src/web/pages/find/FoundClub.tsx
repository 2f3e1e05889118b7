import { clubOffer } from '#shared/club-offer.ts'
import { countryName } from '#shared/game-names.ts'
import { factsInWords } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { Link } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { Explain } from '#web/ui/Explain.tsx'
import { SmallDay } from './DayHours.tsx'
import { ClubNotice, FitReading, fitOf, Plays, TypicalMember } from './FitReading.tsx'
import { type About, type Club, LOW_PART, middleText, PART_WORDS, PARTS, PARTS_IN_SENTENCE } from './find-search.ts'
import { isDrawn } from './SideBySide.tsx'

type Props = {
  club: Club
  about: About
  /** The best one is as wide as the list, below what is drawn of the visitor and the club, and says why it fits. */
  leads: boolean
}

/** What a club offers, and how well it fits. */
export function FoundClub({ club, about, leads }: Props) {
  const { club_tag: tag, club_name: name, fit, parts, notice, country } = club
  return (
    <li
      className={`relative min-w-0 rounded-lg border p-3.5 hover:bg-raise max-sm:p-2 ${leads && isDrawn({ about, club }) ? 'rounded-t-none' : ''} ${leads ? 'border-acc/60 bg-linear-to-br from-raise to-card lg:col-span-2' : 'border-edge bg-card'}`}
    >
      <div className="flex items-start gap-x-3 max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)_auto] max-sm:gap-x-2">
        <Monogram
          seed={tag}
          name={nameOrTag(name, tag)}
          className={`row-span-2 max-sm:rounded-md ${leads ? 'size-16 rounded-lg max-sm:size-11' : 'size-11 rounded-md max-sm:size-9'}`}
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
          <p className="line-clamp-2 text-sm leading-tight text-mut max-sm:col-span-2 max-sm:col-start-2 max-sm:text-xs">
            {factsInWords([clubOffer(club), country !== null && countryName(country)])}
          </p>
          {leads && <Alike parts={parts} />}
        </div>
        <div className="shrink-0 text-end max-sm:col-start-3 max-sm:row-start-1 max-sm:flex max-sm:items-center max-sm:gap-1.5">
          <span
            className={`block leading-tight font-extrabold max-sm:leading-none ${leads ? 'text-hero text-acc max-sm:text-xl' : 'text-xl max-sm:text-lg'}`}
          >
            {Math.round(fit)}
          </span>
          <span className="relative z-1 flex items-center justify-end gap-1.5 text-sm text-mut">
            {t('find.fit')}
            <Explain label={t('find.fitOf', { name: nameOrTag(name, tag) })}>
              <FitReading club={club} />
            </Explain>
          </span>
        </div>
      </div>
      <PartsOfFit club={club} about={about} leads={leads} />
      <p className="mt-2 text-sm text-mut empty:hidden max-sm:hidden">
        {leads ? club.ranked && middleText(club.ranked) : <TypicalMember club={club} />}
      </p>
      {notice && <ClubNotice notice={notice} className="mt-2 max-sm:hidden" />}
    </li>
  )
}

/** From this share on a part of the fit is a reason to name. */
const ALIKE = 0.75

/** Why the best one fits, what is most alike first, and what fits least where that is low: all that have the same number. */
function Alike({ parts }: Pick<Club, 'parts'>) {
  const known = PARTS.flatMap((part) => (parts[part] === null ? [] : [[part, parts[part]] as const])).sort(
    ([, one], [, other]) => other - one,
  )
  const alike = known.filter(([, share]) => share >= ALIKE)
  const lowest = known.length < 2 ? null : known.at(-1)
  const least = lowest && lowest[1] < LOW_PART ? known.filter(([, share]) => fitOf(share) === fitOf(lowest[1])) : []
  const words = (named: typeof known) => ({ parts: factsInWords(named.map(([part]) => t(PARTS_IN_SENTENCE[part]))) })
  return (
    <p className="text-sm max-sm:hidden">
      {[alike.length > 0 && t('find.alike', words(alike)), least.length > 0 && t('find.leastAlike', words(least))]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}

/**
 * What is known of both, each as a bar without a number: "?" has them, and what a club does is not how well it fits. Hours
 * are drawn as such; those of the best one stand above.
 */
function PartsOfFit({ club: { parts, hours, hour_shares: theirs }, about, leads }: Props) {
  const day = theirs && !leads && <SmallDay theirs={theirs} mine={about.hour_shares} />
  const shown = PARTS.filter((part) => parts[part] !== null || (part === 'hours' && day))
  return (
    <dl className="mt-3 flex gap-x-4 text-sm max-sm:mt-1 max-sm:gap-2 max-sm:text-xs">
      {shown.map((part) => (
        <div key={part} className="grid min-w-0 flex-1 gap-0.5">
          <dt className="min-w-0 truncate leading-tight">{t(PART_WORDS[part])}</dt>
          {parts[part] !== null && <dd className="sr-only">{fitOf(parts[part])}</dd>}
          {part === 'hours' && hours && (
            <dd className="sr-only">
              <Plays hours={hours} />
            </dd>
          )}
          <dd aria-hidden="true">
            {(part === 'hours' && day) || <Bar share={100 * (parts[part] ?? 0)} tone="bg-c1" />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
