import { type ReactNode, useId, useState } from 'react'
import { WEEK_MS } from '#shared/days.ts'
import { roleName } from '#shared/game-names.ts'
import { daysText } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { BODY } from '#web/ui/Dolphin.tsx'
import { EntityLink, PlayerName } from '#web/ui/EntityLink.tsx'
import { Text } from '#web/ui/Text.tsx'

type ClubMember = Answer<'GET /api/browse/club/{tag}'>['members'][number]
type Member = Pick<ClubMember, 'tag' | 'name' | 'role'>
/** Known days without play, as they were counted when the club was last seen. With `atLeast` it may be longer. */
export type Silence = { days: number; atLeast: boolean }
export type Silent = Pick<
  Answer<'GET /api/analytics/club/{tag}/member-scores'>['member_scores'][number],
  'days_silent' | 'silent_at_least'
>

/** Null where it is not known. */
export function silenceOf(score: Silent | undefined): Silence | null {
  if (score === undefined || score.days_silent === null) return null
  return { days: score.days_silent, atLeast: score.silent_at_least }
}

/** `1 day`, `9+ days`. */
export function daysOfSilence({ days, atLeast }: Silence): string {
  return daysText(days, atLeast)
}

/** When somebody played last who is not silent. Seven dates may be a few hours less than the 7 x 24 of a silence. */
export function lastGameText(silence: Silence): string {
  const { days, atLeast } = silence
  if (atLeast) return t('pod.noGameFor', { days: daysOfSilence(silence) })
  return days === SILENT_DAYS ? t('pod.almostSilent', { days }) : t('pod.lastGame', { days })
}

type Depth = 'leaping' | 'swimming' | 'silent' | 'unknown'

/** A member in the sea. `days` of silence are null where they are not known. */
type Swimmer = Pick<Member, 'tag' | 'name' | 'role'> & { depth: Depth; days: number | null; words: string }
type Analytics = Pick<Answer<'GET /api/browse/club/{tag}/analytics'>, 'plays_no_trophies' | 'last_updated'> & {
  ghosts: readonly { tag: string }[]
}

const QUIET_DAYS = 2
const SILENT_DAYS = 7

/**
 * The members by their silent days, the shortest silence first. They are grouped as the key figures count them: only ghosts
 * are silent, and of whoever is too new, or was not seen this week, it is not known whether they are active.
 */
export function podOf(
  members: readonly (Member & Pick<ClubMember, 'joined_at' | 'last_change_at'>)[],
  { ghosts, plays_no_trophies, last_updated }: Analytics,
  scores: readonly (Silent & { player_tag: string })[],
): Swimmer[] {
  const silentTags = new Set(ghosts.map((ghost) => ghost.tag))
  const players = new Set(plays_no_trophies.map((player) => player.tag))
  const scoreOf = new Map(scores.map((score) => [score.player_tag, score]))
  const isThisWeek = (time: string | null) => time !== null && Date.parse(last_updated) - Date.parse(time) < WEEK_MS
  const pod = members.map(({ tag, name, role, joined_at, last_change_at }): Swimmer => {
    const silence = silenceOf(scoreOf.get(tag))
    const about = { tag, name: nameOrTag(name, tag), role, days: silence?.days ?? null }
    if (silentTags.has(tag)) return { ...about, depth: 'silent', words: silence === null ? '' : silentText(silence) }
    if (players.has(tag)) return { ...about, depth: 'swimming', words: t('pod.sameTrophies') }
    if (silence === null || isThisWeek(joined_at) || !isThisWeek(last_change_at))
      return { ...about, depth: 'unknown', words: t('pod.unknown') }
    const depth = silence.days < QUIET_DAYS ? 'leaping' : 'swimming'
    return { ...about, depth, words: silence.days === 0 ? t('desk.playedLast') : lastGameText(silence) }
  })
  return pod.toSorted((one, other) => (one.days ?? Infinity) - (other.days ?? Infinity))
}

const silentText = (silence: Silence) => t('pod.silentFor', { days: daysOfSilence(silence) })

const ZONES = [
  ['leaping', 'pod.leaping', 'pt-3 pb-3.5!', 'text-acc'],
  ['swimming', 'pod.swimming', 'pod-reef waves pt-2', 'text-c1'],
  ['silent', 'pod.silent', 'pod-deep waves pt-2 pb-3', 'text-mut'],
  ['unknown', 'pod.notKnown', 'flex flex-wrap items-center gap-x-3 border-t border-dashed border-line', 'text-mut'],
] as const

/**
 * The health of a club as its pod: each member is a dolphin, the deeper the longer it has been silent. They are one group of
 * radio buttons: a tap names one, arrow keys go from one to the next.
 */
export function Pod({ pod, className = '' }: { pod: readonly Swimmer[]; className?: string }) {
  const group = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <>
      <svg className="absolute size-0" aria-hidden="true">
        <symbol id="pod-dolphin" viewBox="1 12 63 54">
          <path d={BODY} />
        </symbol>
      </svg>
      <fieldset className={`on-paper grid overflow-hidden ${className || 'rounded-md'}`}>
        <legend className="sr-only">{t('pod.caption')}</legend>
        {ZONES.map((zone) => (
          <Zone
            key={zone[0]}
            zone={zone}
            swimmers={pod.filter((each) => each.depth === zone[0])}
            group={group}
            chosen={chosen}
            onChoose={setChosen}
          />
        ))}
      </fieldset>
      <p className={`mt-2 text-sm text-mut pointer-fine:hidden print:hidden ${className && 'pt-3'}`}>{t('pod.tap')}</p>
    </>
  )
}

type ZoneProps = {
  zone: (typeof ZONES)[number]
  swimmers: readonly Swimmer[]
  /** The name that the radio buttons of all zones share. */
  group: string
  chosen: string | null
  onChoose: (tag: string) => void
}

/**
 * A depth of the sea with those who are there; an empty one is left out. Who was chosen is named in place of its caption, so
 * that nothing moves and no room is kept free.
 */
function Zone({ zone: [depth, id, water, tone], swimmers, group, chosen, onChoose }: ZoneProps) {
  if (swimmers.length === 0) return null
  const named = swimmers.find(({ tag }) => tag === chosen)
  return (
    <div className={`relative px-3 pb-1 sm:px-4.5 ${water}`}>
      <p className={`text-sm text-mut ${named ? 'invisible' : ''}`}>
        <Text
          id={id}
          values={{ members: swimmers.length, b: (words: ReactNode) => <b className="text-ink">{words}</b> }}
        />
      </p>
      <div className={`text-balance ${depth === 'silent' ? '' : 'motion-safe:pod-drift'} ${tone}`}>
        {swimmers.map((swimmer) => (
          <DolphinButton
            key={swimmer.tag}
            swimmer={swimmer}
            group={group}
            checked={swimmer.tag === chosen}
            onChoose={() => onChoose(swimmer.tag)}
          />
        ))}
      </div>
      {named && (
        <p className="absolute inset-x-0 top-0 px-3 pt-1 text-sm leading-tight sm:px-4.5">
          <Text
            id="pod.named"
            values={{
              name: <EntityLink to="/player/$tag" tag={named.tag} name={named.name} className="font-semibold" />,
              role: roleName(named.role),
              words: <span>{named.words}</span>,
            }}
          />
        </p>
      )}
    </div>
  )
}

/** How a dolphin lies in the water. */
const POSE = {
  leaping: 'motion-safe:pod-leap -rotate-6',
  swimming: 'rotate-12',
  silent: 'rotate-50 opacity-80',
  unknown: 'rotate-12 fill-none! stroke-current stroke-2 [stroke-dasharray:5_4]',
} as const

/** Days of silence that put a silent dolphin one step deeper. */
const DEEPER = [14, 21, 30] as const
const STEPS = ['', 'translate-y-1', 'translate-y-2', 'translate-y-3.5'] as const

type DolphinProps = { swimmer: Swimmer; group: string; checked: boolean; onChoose: () => void }

function DolphinButton({ swimmer: { name, words, depth, days }, group, checked, onChoose }: DolphinProps) {
  const label = t('pod.member', { name, words })
  const step = depth === 'silent' ? STEPS[DEEPER.filter((from) => (days ?? 0) >= from).length] : ''
  return (
    <label
      title={label}
      className="relative inline-flex h-10 w-8 cursor-pointer items-center justify-center rounded-sm align-bottom even:top-1 hover:text-ink has-checked:bg-ink/15 has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-acc sm:size-12"
    >
      <input
        type="radio"
        name={group}
        checked={checked}
        onChange={onChoose}
        onFocus={onChoose}
        aria-label={label}
        className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
      />
      <span className={`pointer-events-none w-full ${step}`}>
        <svg className={`block h-6 w-full fill-current sm:h-9 ${POSE[depth]}`} aria-hidden="true">
          <use href="#pod-dolphin" />
        </svg>
      </span>
    </label>
  )
}

/** The pod as a table, for screen readers. */
export function PodTable({ pod }: { pod: readonly Swimmer[] }) {
  return (
    <div className="sr-only">
      <table className="whitespace-normal">
        <caption>{t('pod.caption')}</caption>
        <tbody>
          {pod.map(({ tag, name, words }) => (
            <tr key={tag}>
              <th scope="row">
                <PlayerName name={name} />
              </th>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
