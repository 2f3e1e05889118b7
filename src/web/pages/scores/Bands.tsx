import { scoreBand } from '#shared/score-band.ts'
import { scoreTone } from '../../ui/charts/score-tone.ts'

const FROM = [80, 60, 40, 20, 0] as const

/** The words for scores from 0 to 100, and the arrows of trends. */
export function Bands() {
  return (
    <>
      <ul className="grid grid-cols-2 gap-2.5 sm:grid-cols-5">
        {FROM.map((from, place) => (
          <li key={from} className="rounded-md bg-raise px-4 py-3">
            <span
              aria-hidden="true"
              className="mb-2 block h-1.5 w-10 rounded-full"
              style={{ backgroundColor: scoreTone(from) }}
            />
            <span className="block font-semibold">{scoreBand(from)}</span>
            <span className="text-sm text-mut">
              {place === 0 ? '80 and above' : `${from} to ${(FROM[place - 1] ?? 100) - 1}`}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-4 max-w-prose text-mut">
        A trend of 70 and above shows an arrow up, 30 and below an arrow down, between them it is steady. A member
        counts as improving from a trend of 60 on, and as active from an activity score of 50 on.
      </p>
    </>
  )
}
