import type { Answer } from '../../api/client.ts'

type Game = Answer<'GET /api/status'>['game_api']

const STATES: Record<Game['state'], readonly [tone: 'good' | 'warn' | 'bad', title: string, text: string]> = {
  ok: ['good', 'Everything works', "The game's API answers; figures are collected as planned."],
  throttled: ['warn', 'Throttled by the game', 'The game asks for fewer calls; figures come in more slowly.'],
  maintenance: ['warn', 'The game is in maintenance', 'Pages show what was last seen, with its age.'],
  unavailable: ['bad', "The game's API does not answer", 'Pages show what was last seen, with its age.'],
  refused: ['bad', 'The game refuses our key', 'New figures come once that is mended; pages show what was last seen.'],
}

const DOT = { good: 'bg-good', warn: 'bg-warn', bad: 'bg-bad' } as const

/** Whether the source of all figures answers. */
export function GameState({ game }: { game: Game }) {
  const [tone, title, text] = STATES[game.state]
  return (
    <div role="status" className="flex gap-4 rounded-lg border border-edge bg-card px-5 py-4.5">
      <span aria-hidden="true" className={`mt-2 size-3 shrink-0 rounded-full ${DOT[tone]}`} />
      <div>
        <p className="text-lg font-semibold">{title}</p>
        <p className="text-mut">{text}</p>
        <p className="mt-1 text-sm text-mut">
          {game.calls_last_minute} calls in the last minute; at most {game.calls_per_second} a second are spent.
        </p>
      </div>
    </div>
  )
}
