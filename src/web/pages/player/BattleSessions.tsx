import { MINUTE_MS } from '#shared/days.ts'
import { count, formatThousands, signed } from '#shared/number-format.ts'
import { useServed } from '#web/ui/RelativeTime.tsx'
import { type Battle, BattleRow, dayText, isWon, numbered, teamsOf, timeText } from './BattleRow.tsx'

/** A longer pause between two battles begins a new session. */
const PAUSE_MS = 60 * MINUTE_MS

type Numbered = { item: Battle; place: number }

/** Battles that were played one after the other, the newest first, as the list is. */
export function sessionsOf(battles: readonly Battle[]): [Numbered, ...Numbered[]][] {
  const sessions: [Numbered, ...Numbered[]][] = []
  for (const battle of numbered(battles)) {
    const last = sessions.at(-1)
    const newer = last?.at(-1)?.item.time
    if (last && newer !== undefined && Date.parse(newer) - Date.parse(battle.item.time) <= PAUSE_MS) last.push(battle)
    else sessions.push([battle])
  }
  return sessions
}

/** What a session brought: `8 won, 4 lost`, and the trophies of all its battles. */
export function sumOf(battles: readonly Battle[]): { won: number; lost: number; bots: number; trophies: number } {
  const won = (wanted: boolean) => battles.filter((battle) => isWon(battle, teamsOf(battle)) === wanted).length
  return {
    won: won(true),
    lost: won(false),
    bots: battles.filter(({ lobby }) => lobby === 'bots' || lobby === 'likely_bots').length,
    trophies: battles.reduce((sum, { trophy_change }) => sum + trophy_change, 0),
  }
}

/**
 * The sessions under their days in the visitor's zone, which the server does not know. A session that passes midnight
 * stands on the day on which it began.
 */
export function BattleSessions({ tag, battles }: { tag: string; battles: readonly Battle[] }) {
  const served = useServed()
  const days = Map.groupBy(sessionsOf(battles), (session) => dayText((session.at(-1) ?? session[0]).item.time, served))
  return [...days].map(([day, sessions]) => (
    <section key={day} aria-label={day}>
      <h2 className="mt-6 mb-2 text-lg font-semibold">{day}</h2>
      <div className="grid gap-3">
        {sessions.map((session) => (
          <Session key={session[0].item.time} tag={tag} session={session} served={served} />
        ))}
      </div>
    </section>
  ))
}

type SessionProps = { tag: string; session: [Numbered, ...Numbered[]]; served: boolean }

function Session({ tag, session, served }: SessionProps) {
  const [newest, oldest] = [session[0], session.at(-1) ?? session[0]]
  const times = [...new Set([oldest, newest].map(({ item }) => timeText(item.time, served)))].join(' to ')
  const { won, lost, bots, trophies } = sumOf(session.map(({ item }) => item))
  const tone = trophies > 0 ? 'text-good' : trophies < 0 ? 'text-bad' : ''
  return (
    <article className="rounded-lg border border-edge bg-card px-3.5 sm:px-4.5">
      <header className="py-3">
        <div className="flex items-baseline justify-between gap-3">
          <h3 className="font-semibold">{times}</h3>
          <p className={`text-xl font-extrabold ${tone}`}>
            {signed(trophies, formatThousands, { zero: '' })}
            <span className="sr-only"> trophies</span>
          </p>
        </div>
        <p className="text-sm text-mut">
          {count(session.length, 'battle')}: {won} won, {lost} lost{bots > 0 && ` · ${bots} probably against bots`}
        </p>
        <Course battles={session.map(({ item }) => item)} />
      </header>
      <ol>
        {session.map(({ item: battle, place }) => (
          <li key={`${battle.time} ${place}`}>
            <BattleRow battle={battle} tag={tag} served={served} />
          </li>
        ))}
      </ol>
    </article>
  )
}

/** How the session went, the oldest battle first: won ones rise, lost ones sink. The rows below say the same. */
function Course({ battles }: { battles: readonly Battle[] }) {
  return (
    <div aria-hidden="true" className="on-paper mt-2 flex h-7 gap-[3px]">
      {numbered(battles.toReversed()).map(({ item: battle, place }) => {
        const won = isWon(battle, teamsOf(battle))
        const look = won === null ? 'my-auto h-1.5 bg-mut' : won ? 'mb-auto h-1/2 bg-good' : 'mt-auto h-1/2 bg-bad'
        return <span key={place} className={`max-w-10 flex-1 rounded-sm ${look}`} />
      })}
    </div>
  )
}
