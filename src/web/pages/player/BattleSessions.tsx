import { MINUTE_MS } from '#shared/days.ts'
import { modeName } from '#shared/game-names.ts'
import { formatThousands, signed } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import { ModePicture, OwnBrawler } from '#web/chrome/GamePictures.tsx'
import { Emblem } from '#web/ui/Emblem.tsx'
import { useServed } from '#web/ui/served.ts'
import { saidOnly, Text } from '#web/ui/Text.tsx'
import { type Battle, BattleRow, dayText, isBotLobby, isWon, teamsOf, timeText, withPlaces } from './BattleRow.tsx'

/** A longer pause between two battles begins a new session. */
const PAUSE_MS = 60 * MINUTE_MS

/** Battles of a session that stand open. Those of a longer one are folded by where they were played. */
const FEW = 5

type Numbered = { item: Battle; place: number }

/** Battles that were played one after the other, the newest first, as the list is. */
export function sessionsOf(battles: readonly Battle[]): [Numbered, ...Numbered[]][] {
  const sessions: [Numbered, ...Numbered[]][] = []
  for (const battle of withPlaces(battles)) {
    const last = sessions.at(-1)
    const newer = last?.at(-1)?.item.time
    if (last && newer !== undefined && Date.parse(newer) - Date.parse(battle.item.time) <= PAUSE_MS) last.push(battle)
    else sessions.push([battle])
  }
  return sessions
}

type Sum = { won: number; lost: number; drawn: number; unknown: number; bots: number; trophies: number }

/** How the battles of a session ended, and the trophies of all of them. */
export function sumOf(battles: readonly Battle[]): Sum {
  const ended = (wanted: boolean) => battles.filter((battle) => isWon(battle, teamsOf(battle)) === wanted).length
  const [won, lost] = [ended(true), ended(false)]
  const drawn = battles.filter(({ result }) => result === 'draw').length
  return {
    won,
    lost,
    drawn,
    unknown: battles.length - won - lost - drawn,
    bots: battles.filter(isBotLobby).length,
    trophies: battles.reduce((sum, { trophy_change }) => sum + trophy_change, 0),
  }
}

/** `8 won · 4 lost · 1 draw`. What there was none of is left out, but wins and losses. */
function sumText({ won, lost, drawn, unknown }: Sum): string {
  const parts = [
    t('battles.countWon', { battles: won }),
    t('battles.countLost', { battles: lost }),
    drawn > 0 && t('battles.countDraws', { draws: drawn }),
    unknown > 0 && t('battles.countUnknown', { battles: unknown }),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Battles one after the other on the same map. */
function stintsOf(session: readonly Numbered[]): [Numbered, ...Numbered[]][] {
  const stints: [Numbered, ...Numbered[]][] = []
  for (const each of session) {
    const last = stints.at(-1)
    const newer = last?.[0].item
    if (last && newer && newer.mode === each.item.mode && newer.map === each.item.map) last.push(each)
    else stints.push([each])
  }
  return stints
}

/**
 * The sessions under their days in the visitor's zone, which the server does not know. A session that passes midnight
 * stands on the day on which it began.
 */
export function BattleSessions({ tag, battles }: { tag: string; battles: readonly Battle[] }) {
  const served = useServed()
  const most = Math.max(1, ...battles.map(({ trophy_change }) => Math.abs(trophy_change)))
  const days = Map.groupBy(sessionsOf(battles), (session) => dayText((session.at(-1) ?? session[0]).item.time, served))
  return (
    <>
      <p aria-hidden="true" className="text-sm text-mut">
        {t('battles.bars')}
      </p>
      {[...days].map(([day, sessions]) => (
        <section key={day} aria-label={day}>
          <h2 className="mt-6 mb-2 text-lg font-semibold">{day}</h2>
          <div className="grid gap-3">
            {sessions.map((session) => (
              <Session key={session[0].item.time} tag={tag} session={session} most={most} served={served} />
            ))}
          </div>
        </section>
      ))}
    </>
  )
}

type SessionProps = {
  tag: string
  session: [Numbered, ...Numbered[]]
  /** The most trophies that a battle of the page moved: the bars of all sessions have one scale. */
  most: number
  served: boolean
}

function Session({ tag, session, most, served }: SessionProps) {
  const single = session.length === 1
  const [newest, oldest] = [session[0], session.at(-1) ?? session[0]]
  const [from, to] = [timeText(oldest.item.time, served), timeText(newest.item.time, served)]
  const sum = sumOf(session.map(({ item }) => item))
  const StintOf = session.length > FEW ? FoldedStint : Stint
  return (
    <article className="overflow-hidden rounded-lg border border-edge bg-card">
      <header className={single ? 'py-2' : 'bg-linear-to-b from-card to-h1/35 pt-3'}>
        <div className="flex items-baseline justify-between gap-3 px-3.5 sm:px-4.5">
          <h3 className="font-semibold">{from === to ? from : t('battles.fromTo', { from, to })}</h3>
          <Change of={sum.trophies} className="text-2xl leading-none" />
        </div>
        {!single && <Summary sum={sum} />}
        {!single && <Course battles={session.map(({ item }) => item)} most={most} />}
      </header>
      {stintsOf(session).map((stint) => (
        <StintOf key={stint[0].place} stint={stint} tag={tag} served={served} />
      ))}
    </article>
  )
}

/** How the battles ended, and how many were likely against bots: the row of a single battle says it by itself. */
function Summary({ sum }: { sum: Sum }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 px-3.5 text-sm text-mut sm:px-4.5">
      {sumText(sum)}
      {sum.bots > 0 && (
        <span className="flex items-center gap-1">
          <Emblem of="bots" className="size-4" /> {t('battles.countBots', { battles: sum.bots })}
        </span>
      )}
    </p>
  )
}

type StintProps = { stint: [Numbered, ...Numbered[]]; tag: string; served: boolean }

function Stint({ stint, tag, served }: StintProps) {
  const { mode, map } = stint[0].item
  return (
    <section className="border-t border-edge">
      <h4 className="flex min-w-0 items-center gap-1.5 bg-raise/50 px-3.5 py-1.5 text-sm sm:px-4.5">
        <ModePicture mode={mode} />
        <span className="font-semibold whitespace-nowrap">{modeName(mode)}</span>
        {map !== null && <bdi className="min-w-0 truncate text-mut">{map}</bdi>}
      </h4>
      <Rows stint={stint} tag={tag} served={served} />
    </section>
  )
}

function Rows({ stint, tag, served }: StintProps) {
  return (
    <ol>
      {stint.map(({ item: battle, place }) => (
        <li key={`${battle.time} ${place}`} className="pe-2 sm:pe-3">
          <BattleRow battle={battle} tag={tag} served={served} />
        </li>
      ))}
    </ol>
  )
}

/** A stint of a long session on one line: where it was played, with which brawlers, and what it came to. */
function FoldedStint({ stint, tag, served }: StintProps) {
  const { mode, map } = stint[0].item
  const sum = sumOf(stint.map(({ item }) => item))
  return (
    <details className="border-t border-edge">
      <summary className="flex min-h-14 items-center gap-3 px-3.5 py-2 sm:px-4.5">
        <ModePicture mode={mode} className="size-8" />
        <div className="grid min-w-0 flex-1 grid-cols-[1fr_auto] items-center gap-x-4 sm:flex">
          <div className="min-w-0 flex-1">
            <h4 className="flex min-w-0 flex-wrap items-baseline gap-x-2 font-semibold">
              {modeName(mode)}
              {map !== null && <bdi className="min-w-0 truncate text-sm font-normal text-mut">{map}</bdi>}
            </h4>
            <p className="text-sm text-mut">{sumText(sum)}</p>
          </div>
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 max-sm:col-span-2 max-sm:row-start-2 max-sm:mt-1">
            {brawlersOf(stint, tag).map(({ id, name }) => (
              <OwnBrawler key={id} id={id} name={name} />
            ))}
          </div>
          <Change of={sum.trophies} className="text-end text-lg sm:w-24" />
        </div>
      </summary>
      <Rows stint={stint} tag={tag} served={served} />
    </details>
  )
}

/** The player's own brawlers of a stint, each once. */
function brawlersOf(stint: readonly Numbered[], tag: string): { id: number; name: string }[] {
  const own = stint.flatMap(({ item: { sides } }) =>
    sides.flatMap(({ players }) => players.filter((player) => player.tag === tag)),
  )
  return [...new Map(own.flatMap(({ brawlers }) => brawlers).map((each) => [each.id, each])).values()]
}

/** Trophies of several battles; nothing where they came out even. */
function Change({ of: trophies, className }: { of: number; className: string }) {
  const tone = trophies > 0 ? 'text-good' : trophies < 0 ? 'text-bad' : ''
  return (
    <span className={`font-extrabold ${tone} ${className}`}>
      <Text id="battles.change" values={{ change: signed(trophies, formatThousands, { zero: '' }), said: saidOnly }} />
    </span>
  )
}

/** Percent of the half above or below the water that a battle without trophies takes. */
const LEAST = 30

/**
 * The battles of a session, the newest at the right as in the strip of a player's latest: what was won leaps out of the
 * water, what was lost sinks, the further the more trophies it moved.
 */
function Course({ battles, most }: { battles: readonly Battle[]; most: number }) {
  const reach = ({ trophy_change }: Battle) => `${LEAST + (70 * Math.abs(trophy_change)) / most}%`
  const falls = battles.some((battle) => isWon(battle, teamsOf(battle)) === false)
  return (
    <div aria-hidden="true" dir="ltr" className="on-paper relative mt-2 flex h-18 gap-[3px] px-3.5 sm:px-4.5">
      <span className={`absolute inset-x-0 bottom-0 border-t-2 border-acc/50 bg-h1/60 ${falls ? 'h-9' : 'h-3'}`} />
      {withPlaces(battles)
        .toReversed()
        .map(({ item: battle, place }) => {
          const won = isWon(battle, teamsOf(battle))
          return (
            <span key={place} className="relative flex max-w-10 flex-1 flex-col">
              <span className="flex flex-1 items-end">
                {won === true && <span className="w-full rounded-t-sm bg-good" style={{ height: reach(battle) }} />}
              </span>
              <span className={`flex items-start ${falls ? 'h-9' : 'h-3'}`}>
                {won === false && <span className="w-full rounded-b-sm bg-bad" style={{ height: reach(battle) }} />}
                {won === null && <span className="-mt-1 h-1.5 w-full rounded-full bg-mut" />}
              </span>
            </span>
          )
        })}
    </div>
  )
}
