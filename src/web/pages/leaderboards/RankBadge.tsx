import { rankStyle } from './rank-movement.ts'

const STYLE = {
  first: 'size-9 rounded-full bg-c2 text-[oklch(0.22_0.04_90)] text-lg font-extrabold',
  second: 'size-9 rounded-full bg-[oklch(0.82_0.02_240)] text-[oklch(0.22_0.04_240)] text-lg font-extrabold',
  third: 'size-9 rounded-full bg-[oklch(0.72_0.1_55)] text-[oklch(0.2_0.04_55)] text-lg font-extrabold',
  'top-10': 'size-9 rounded-full border border-acc text-acc font-extrabold',
  'top-50': 'size-9 font-semibold',
  none: 'size-9',
} as const

/** A rank as a medal for the first three, a ring for the top 10, a number for the others. */
export function RankBadge({ rank }: { rank: number }) {
  return <span className={`inline-flex items-center justify-center ${STYLE[rankStyle(rank)]}`}>{rank}</span>
}
