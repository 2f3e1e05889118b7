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
import { ClubNotice, FitReading, fitOf, Plays, TypicalMember } from './FitReading.tsx'
import { type About, type Club, LOW_PART, middleText, PART_WORDS, PARTS } from './find-search.ts'
import { isDrawn, SideBySide } from './SideBySide.tsx'

type Props = {
  club: Club
  about: About
  /** The best one stands out, above a picture that says why it fits. */
  leads: boolean
  /** As wide as the list. */
  wide: boolean
}

/** What a club offers, and how well it fits. */
export function FoundClub({ club, about, leads, wide }: Props) {
  const { club_tag: tag, club_name: name, fit, parts, notice, country } = club
  const drawn = leads && isDrawn({ about, club })
  return (
    <li className={`relative grid min-w-0 grid-cols-1 ${wide ? 'lg:col-span-2' : ''}`}>
      <article
        className={`rounded-lg border p-3.5 hover:bg-raise max-sm:p-2 ${drawn ? 'rounded-b-none' : ''} ${leads ? 'border-acc/60 bg-linear-to-br from-raise to-card' : 'border-edge bg-card'}`}
      >
        <div className="flex items-start gap-x-3 max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)_auto] max-sm:gap-x-2">
          <Monogram
            seed={tag}
            name={nameOrTag(name, tag)}
            className={`row-span-2 max-sm:rounded-md ${leads ? 'size-16 rounded-lg max-sm:size-11' : 'size-11 rounded-md max-sm:size-9'}`}
          />
          <div className="min-w-0 flex-1 max-sm:contents">
            <h2 className={`leading-tight font-semibold ${leads ? 'text-2xl max-sm:text-lg' : ''}`}>
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
            <p className="text-sm text-mut empty:hidden max-sm:hidden">
              {parts.trophies === null ? <TypicalMember club={club} /> : club.ranked && middleText(club.ranked)}
            </p>
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
        <PartsOfFit club={club} />
        {notice && <ClubNotice notice={notice} className="mt-2 max-sm:hidden" />}
      </article>
      {drawn && <SideBySide about={about} club={club} />}
    </li>
  )
}

/** From this share on a part of the fit is a reason to join. */
const ALIKE = 0.75

/** What is most alike is bright, and what is hardly alike is dim. */
function toneOf(share: number): string {
  if (share >= ALIKE) return 'bg-acc'
  return share < LOW_PART ? 'bg-c1 opacity-50' : 'bg-c1'
}

/** What is known of both, each as a bar without a number: "?" has them, and what a club does is not how well it fits. */
function PartsOfFit({ club: { parts, hours } }: Pick<Props, 'club'>) {
  const shown = PARTS.flatMap((part) => (parts[part] === null ? [] : [[part, parts[part]] as const]))
  return (
    <dl className="mt-3 flex gap-x-4 text-sm max-sm:mt-1 max-sm:gap-2 max-sm:text-xs">
      {shown.map(([part, share]) => (
        <div key={part} className="grid min-w-0 flex-1 gap-0.5">
          <dt className="min-w-0 truncate leading-tight">{t(PART_WORDS[part])}</dt>
          <dd className="sr-only">{fitOf(share)}</dd>
          {part === 'hours' && hours && (
            <dd className="sr-only">
              <Plays hours={hours} />
            </dd>
          )}
          <dd aria-hidden="true">
            <Bar share={100 * share} tone={toneOf(share)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
