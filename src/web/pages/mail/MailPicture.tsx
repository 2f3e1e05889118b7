import { BODY, Dolphin } from '#web/ui/Dolphin.tsx'

/**
 * `sealed`: a link waits for its press. `done`: it did its work. `spent` and `stop`: there is none, to confirm and to stop.
 * `calm`: nothing is to be done.
 */
export type Look = 'sealed' | 'done' | 'spent' | 'stop' | 'calm'

/** The dolphin leaps out of a letter; without a link it looks over a shut one. Where nothing is due, it swims along. */
export function MailPicture({ look }: { look: Look }) {
  if (look === 'calm') return <Dolphin className="h-24 w-28" />
  const isShut = look === 'spent' || look === 'stop'
  return (
    <svg viewBox="0 0 96 76" className="h-24 w-30 text-mut" fill="none" aria-hidden="true">
      <path className="fill-acc" transform="translate(22 -10) scale(.8)" d={BODY} />
      <g stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
        <path className="fill-bg" d={isShut ? 'M14 26h68v44H14zl34 24 34-24' : 'M14 38l34 17 34-17v32H14z'} />
        <path d="M22 62q6.500-5 13 0t13 0 13 0 13 0" opacity=".45" />
      </g>
      {MARK[look] && (
        <path
          className={look === 'stop' ? 'text-warn' : 'text-good'}
          fill="currentColor"
          fillRule="evenodd"
          d={MARK[look]}
        />
      )}
    </svg>
  )
}

/** What stands at the letter: a tick where it is done, a bar where mails are to stop. */
const MARK: Partial<Record<Look, string>> = {
  done: 'M80 22a12 12 0 1 0 0 24 12 12 0 1 0 0-24zM74 32l4.500 4.500 7.500-8 2 2-9.500 10-6.500-6.500z',
  stop: 'M84 8a12 12 0 1 0 0 24 12 12 0 1 0 0-24zM77 18.500h14v3h-14z',
}
