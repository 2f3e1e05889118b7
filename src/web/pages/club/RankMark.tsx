import { Award, Medal, Star, Trophy } from 'lucide-react'

const ICONS = [
  { Icon: Trophy, tone: 'text-c2' },
  { Icon: Medal, tone: 'text-mut' },
  { Icon: Award, tone: 'text-c3' },
  { Icon: Star, tone: 'text-c1' },
  { Icon: Star, tone: 'text-c1' },
] as const

/** A rank: icons of their own for 1 to 3, a star for 4 and 5, the number in words for all. */
export function RankMark({ rank }: { rank: number }) {
  const mark = ICONS[rank - 1]
  return (
    <span className="inline-flex min-w-6 shrink-0 items-center gap-0.5 text-sm font-semibold text-mut">
      {mark && <mark.Icon aria-hidden="true" className={`size-5 ${mark.tone}`} />}
      <span className="sr-only">Rank </span>
      {rank}
    </span>
  )
}
