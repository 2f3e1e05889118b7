import { Trophy, Users } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { DAY_MS, type Timeframe, WEEK } from '#shared/days.ts'
import { roleName } from '#shared/game-names.ts'
import { factsInWords, formatThousands } from '#shared/number-format.ts'
import { plainName } from '#shared/plain-name.ts'
import { type Played, playedText } from '#shared/played-text.ts'
import { tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { clubAnalyticsQuery, clubQuery, clubQueueQuery, memberScoresQuery } from '#web/app/entity-queries.ts'
import { chooseMine, useMine } from '#web/app/my-choice.ts'
import { query, useQuery, useSite } from '#web/app/queries.ts'
import { hasLogin } from '#web/app/storage.ts'
import { daysOfSilence, lastGameText, silenceOf } from '#web/chrome/Pod.tsx'
import { Link } from '#web/router/Link.tsx'
import { TEXT_BUTTON } from '#web/ui/Button.tsx'
import { AnalyticsCard } from '#web/ui/Card.tsx'
import { Emblem } from '#web/ui/Emblem.tsx'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { Explain } from '#web/ui/Explain.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { useServed } from '#web/ui/served.ts'
import { saidOnly, Text } from '#web/ui/Text.tsx'
import { gainText, type MemberScore } from './judged-members.ts'

type Analytics = Answer<'GET /api/browse/club/{tag}/analytics'>
type ClubMember = Answer<'GET /api/browse/club/{tag}'>['members'][number]
type ClubQueue = Answer<'GET /api/browse/club/{tag}/queue'>
type LookedAt = ClubQueue['silent'][number]

/** Lets any visitor say that this is their club, and opens the desk to those who may. */
export function MyClubRow({ tag, name }: { tag: string; name: string }) {
  const mine = useMine('club')?.tag === tag
  const { demo, example_club_tag } = useSite()
  const served = useServed()
  const desks = useQuery({ ...query('GET /api/desk/clubs', undefined), enabled: !served && hasLogin() })
  const leads = desks.data?.clubs.some((desk) => desk.tag === tag && desk.role !== 'member' && desk.player_tag !== null)
  const tries = demo && example_club_tag === tag
  return (
    <p className="-ms-3 -mb-1 flex flex-wrap">
      <button
        type="button"
        aria-pressed={mine}
        onClick={() => chooseMine('club', mine ? null : { tag, name: plainName(name) })}
        className={`${TEXT_BUTTON} gap-2 aria-pressed:text-acc`}
      >
        <Users size={18} aria-hidden="true" />
        {mine ? t('club.mine') : t('club.chooseMine')}
      </button>
      {(leads || tries) && (
        <Link to="/desk/$tag" params={{ tag: tagInPath(tag) }} className={`${TEXT_BUTTON} text-acc! no-underline`}>
          {leads ? t('club.openDesk') : t('club.tryDesk')}
        </Link>
      )}
    </p>
  )
}

/** Facts about members, from public data alone. What to do about them is said at the desk. */
export function WhoStandsOut({ tag, days }: { tag: string; days: Timeframe }) {
  const queue = useQuery(clubQueueQuery(tag))
  const analytics = useQuery(clubAnalyticsQuery(tag))
  const club = useQuery(clubQuery(tag))
  const scores = useQuery(memberScoresQuery(tag, days))
  return (
    <AnalyticsCard
      title={t('club.look')}
      id="attention"
      className="sm:grid sm:*:last:grid lg:grid-rows-[auto_1fr]"
      action={<LookExplain />}
      result={queue}
      failure={t('club.lookFailed')}
      loading={t('club.lookLoading')}
    >
      {(data) => {
        const roster = {
          members: club.data?.members ?? [],
          scores: scores.data?.member_scores ?? [],
          players: analytics.data?.plays_no_trophies ?? [],
          joined: analytics.data?.joined_7d,
          asOf: data.last_updated,
        }
        const groups = lookGroups(data, roster)
        const [isLessEmpty, isNewEmpty] = groups.slice(2).map(({ people }) => people.length === 0)
        const isBelowEmpty = isLessEmpty && isNewEmpty
        const isOnlyNewEmpty = isNewEmpty === true && !isBelowEmpty
        const above = isBelowEmpty ? SHOWN_ABOVE_NOBODY : isOnlyNewEmpty ? shownAboveWide(groups[2]) : SHOWN
        return (
          // Beside a higher card the groups share the room that is left.
          <div className="grid h-full content-between gap-x-6 gap-y-2 md:grid-cols-2 md:gap-y-4">
            {groups.map((group, place) => {
              const isWide = place > 1 && isOnlyNewEmpty
              return <LookGroup key={group.title} {...group} isWide={isWide} most={isWide ? SHOWN_WIDE : above} />
            })}
          </div>
        )
      }}
    </AnalyticsCard>
  )
}

function LookExplain() {
  return (
    <Explain label={t('club.look')}>
      <p>{t('club.lookSilent')}</p>
      <p>{t('club.lookForm')}</p>
      <p>{t('club.lookLess')}</p>
      <p>{t('club.lookNew')}</p>
    </Explain>
  )
}

/** A member who is listed: why, and further facts. */
type Person = {
  tag: string
  name: string
  why: ReactNode
  role?: string | undefined
  trophies?: number | undefined
  fact?: string
}
type Group = {
  title: string
  icon: ReactNode
  people: readonly Person[]
  nobody: string
  /** Where it has nobody, that is known and no news: a phone leaves it out. */
  isNoNews?: boolean
}
type Roster = {
  members: readonly ClubMember[]
  scores: readonly MemberScore[]
  players: Analytics['plays_no_trophies']
  /** Not there before the answer came. */
  joined: Analytics['joined_7d'] | undefined
  /** When the club was last seen. */
  asOf: string
}

/** The groups, with each member in the first one that fits. */
function lookGroups(queue: ClubQueue, roster: Roster): Group[] {
  const { members, scores, players, joined = [], asOf } = roster
  const listed = (people: readonly LookedAt[]): Person[] =>
    people.map(({ player_tag: tag, player_name: name, reason, played, ...more }) => {
      const { days_silent: days, silent_at_least: atLeast, trophies, role } = more
      // Who is listed without play is silent, which the title says already.
      const why = played ? playedBriefly(played) : days === null ? reason : daysOfSilence({ days, atLeast })
      return { tag, name, why, fact: factsOf({ ...more, played }), trophies, role }
    })
  const known = (tag: string) => members.find((member) => member.tag === tag)
  const person = (tag: string, name: string, why: ReactNode): Person => {
    const [member, score] = [known(tag), scores.find(({ player_tag }) => player_tag === tag)]
    const silence = silenceOf(score)
    const isTold = silence !== null && silence.days > 1 && silence.days <= daysInClub(member, asOf)
    const silent = isTold ? lastGameText(silence) : null
    const fact = factsInWords([silent, score && gainText(score.gain, score.span_days)])
    return { tag, name, why, role: member?.role, trophies: member?.trophies, fact }
  }
  const isKnown = members.length > 0 && roster.joined !== undefined
  const groups: Group[] = [
    { title: t('club.silent'), icon: ICONS.silent, nobody: t('club.nobodySilent'), people: listed(queue.silent) },
    { title: t('club.form'), icon: ICONS.form, nobody: t('club.nobodyForm'), people: listed(queue.in_form) },
    {
      title: t('club.less'),
      icon: ICONS.quiet,
      nobody: t('club.nobodyLess'),
      people: [
        ...listed(queue.going_quiet),
        ...players.map(({ tag, name }) => person(tag, name, t('club.noTrophies'))),
      ],
    },
    {
      title: t('club.new'),
      icon: ICONS.new,
      nobody: isKnown ? t('club.nobodyNew') : t('club.notKnownYet'),
      isNoNews: isKnown,
      people: newMembers(members, joined).map(({ tag, name, joined_at, returned }) =>
        person(tag, name, <Joined key={tag} at={joined_at} returned={returned} />),
      ),
    },
  ]
  return listedOnce(groups)
}

/** `1 of 7 days (usual 3)`: a short form, so that it stands beside a name in one line. */
function playedBriefly(played: Played): string {
  const { days_played, days_known: days, days_usual: usual } = played
  return usual === null ? playedText(played) : t('club.playedBriefly', { played: days_played, days, usual })
}

/** Whole days since a member joined or came back, at the last scan; where that is not known, more than any silence. */
function daysInClub(member: ClubMember | undefined, asOf: string): number {
  const since = member?.joined_at ?? null
  return since === null ? Number.POSITIVE_INFINITY : Math.floor((Date.parse(asOf) - Date.parse(since)) / DAY_MS)
}

function Joined({ at, returned }: { at: string; returned: boolean }) {
  return <Text id={returned ? 'club.cameBack' : 'club.joined'} values={{ time: <RelativeTime within time={at} /> }} />
}

const ICONS = {
  silent: <Emblem of="silent" className="size-6 text-mut" />,
  form: <Emblem of="form" className="size-6 text-acc" />,
  quiet: <Emblem of="quiet" className="size-6 text-warn" />,
  new: <Emblem of="new" className="size-6 text-good" />,
}

/** What else is known: a silence of two days or more where the reason does not tell it, and the gain of 7 days. */
function factsOf({
  played,
  days_silent,
  silent_at_least,
  gain_7d,
}: Pick<LookedAt, 'played' | 'days_silent' | 'silent_at_least' | 'gain_7d'>) {
  const isTold = days_silent === null || days_silent < 2 || played === null
  const silence = isTold ? null : lastGameText({ days: days_silent, atLeast: silent_at_least })
  // Who does not play wins nothing, which is no news.
  const gain = !played?.days_played && gain_7d === 0 ? null : gainText(gain_7d, WEEK)
  return factsInWords([silence, gain])
}

type Listed = { people: readonly { tag: string }[]; nobody: string }

/** The groups without those who are in an earlier one. A group that becomes empty by that says so. */
export function listedOnce<G extends Listed>(groups: readonly G[]): G[] {
  const listed = new Set<string>()
  return groups.map((group) => {
    const people = group.people.filter(({ tag }) => !listed.has(tag) && listed.add(tag))
    const isEmptied = people.length === 0 && group.people.length > 0
    return { ...group, people, ...(isEmptied && { nobody: t('club.elsewhere') }) }
  })
}

/** Members of a group that are shown before a tap: on a phone, and on wider screens, there also above empty groups. */
const SHOWN_ON_PHONE = 2
const SHOWN = 3
const SHOWN_ABOVE_NOBODY = 6
const SHOWN_WIDE = 4

/** Above a group across both columns: so many that the card is as high as the hours beside it. */
const shownAboveWide = (wide: Group | undefined) => ((wide?.people.length ?? 0) > 2 ? 4 : 5)

/** One group of members, `isWide` across both columns. A long list shows its first members, and all on demand. */
function LookGroup(props: Group & { most: number; isWide: boolean }) {
  const { title, icon, people, nobody, isNoNews = false, most, isWide } = props
  const heading = useId()
  const [all, setAll] = useState(false)
  const look = people.length === 0 ? 'items-center gap-3 col-span-full md:flex' : 'col-span-full'
  return (
    <section
      aria-labelledby={heading}
      className={`relative min-w-0 ${isNoNews && people.length === 0 ? 'max-sm:hidden' : ''} ${isWide ? look : ''}`}
    >
      <div className={`flex items-center gap-2 ${people.length === 0 ? 'text-sm' : 'min-h-8'}`}>
        {icon}
        <h3 id={heading} className={`flex-1 ${people.length === 0 ? 'text-mut' : 'font-extrabold'}`}>
          {title}
        </h3>
        {people.length > SHOWN_ON_PHONE && (
          <button
            type="button"
            aria-expanded={all}
            onClick={() => setAll(!all)}
            className={`link min-h-8 text-sm max-sm:px-1 ${people.length > most ? '' : 'sm:hidden'}`}
          >
            {all ? <span>{t('club.fewer')}</span> : <More count={people.length} most={most} />}
          </button>
        )}
      </div>
      {people.length === 0 && <p className="text-sm text-mut">{nobody}</p>}
      <ul className={isWide ? 'grid grid-cols-1 gap-x-6 md:grid-cols-2' : ''}>
        {people.map((person, place) => (
          <LookRow key={person.tag} {...person} folding={all ? '' : foldingOf(place, most)} />
        ))}
      </ul>
    </section>
  )
}

function More({ count: people, most }: { count: number; most: number }) {
  return (
    <>
      <span className="sm:hidden">{t('club.showMore', { members: people - SHOWN_ON_PHONE })}</span>
      <span className="max-sm:hidden">{t('club.showMore', { members: people - most })}</span>
    </>
  )
}

/** Classes that hide the member at this place of a folded group. Paper shows everybody. */
function foldingOf(place: number, most: number): string {
  if (place >= most) return 'hidden print:list-item'
  return place >= SHOWN_ON_PHONE ? 'max-sm:hidden print:list-item' : ''
}

function LookRow({ tag, name, why, fact, role, trophies, folding }: Person & { folding: string }) {
  const isBrief = !fact && (!role || role === 'member')
  return (
    <li className={`border-t border-edge py-1 ${isBrief ? 'max-sm:py-2' : ''} ${folding}`}>
      {/* Where room is short, the name and the role are clipped, and then what is on the right breaks: no number is cut. */}
      <p className="flex items-baseline gap-x-3">
        <EntityLink to="/player/$tag" tag={tag} name={name} className="min-h-6 min-w-24 flex-1" clipped />
        <span className="text-end text-sm">{why}</span>
      </p>
      {/* A phone leaves out the line of a member that tells no more than trophies. */}
      <p className={`flex items-start gap-x-1 text-sm text-mut ${isBrief ? 'max-sm:hidden' : ''}`}>
        {trophies !== undefined && (
          <span className="inline-flex shrink-0 items-center gap-1">
            <Trophy size={13} aria-hidden="true" />
            <span className="self-baseline">
              <Text id="club.trophiesOf" values={{ trophies: formatThousands(trophies), said: saidOnly }} />
            </span>
          </span>
        )}{' '}
        <span className="min-w-0 flex-1 truncate">
          {role && <span className={role === 'member' ? 'sr-only' : ''}>· {roleName(role)}</span>}
        </span>
        <span className="ps-2 text-end">{fact}</span>
      </p>
    </li>
  )
}

/** The members of whom the club's week says that they joined or came back, the newest first. */
export function newMembers<M extends Pick<ClubMember, 'tag' | 'name' | 'joined_at'>>(
  members: readonly M[],
  joined: readonly { tag: string }[],
): (M & { joined_at: string })[] {
  const lately = new Set(joined.map(({ tag }) => tag))
  return members
    .filter((member): member is M & { joined_at: string } => member.joined_at !== null && lately.has(member.tag))
    .toSorted((one, other) => other.joined_at.localeCompare(one.joined_at))
}
