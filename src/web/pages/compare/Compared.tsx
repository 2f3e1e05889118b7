import { useQueryClient } from '@tanstack/react-query'
import type { EntityType } from '#shared/tag.ts'
import type { Timeframe as Days } from '#shared/timeframe.ts'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Timeframe } from '../../ui/Timeframe.tsx'
import { FigureTable } from './FigureTable.tsx'
import { LineSample } from './LineSample.tsx'
import { SideHead } from './SideHead.tsx'
import { TrophyLines } from './TrophyLines.tsx'
import { useSide } from './use-side.ts'

type Props = { type: EntityType; a: string; b: string; days: Days; onDays: (days: Days) => void }

/** Two clubs or two players side by side: who they are, their trophy lines on one chart, their key figures. */
export function Compared({ type, a, b, days, onDays }: Props) {
  const client = useQueryClient()
  const [left, right] = [useSide(type, a, days), useSide(type, b, days)]
  const retry = () => void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  const both = left.side && right.side ? { a: left.side, b: right.side } : null
  return (
    <div className="mt-6 grid gap-4 pb-10">
      <div className="grid grid-cols-2 gap-3">
        <SideHead type={type} tag={a} result={left} mark={<LineSample of="a" />} onRetry={retry} />
        <SideHead type={type} tag={b} result={right} mark={<LineSample of="b" />} onRetry={retry} />
      </div>
      {!left.error && !right.error && (
        <>
          <Card title="Trophy lines" action={<Timeframe value={days} onChange={onDays} />}>
            <TrophyLines type={type} both={both} onRetry={retry} />
          </Card>
          <Card title="Key figures">
            {both ? <FigureTable {...both} /> : <Skeleton className="h-96 rounded-md" />}
            <p className="mt-3 text-sm text-mut">A dot marks who is ahead; a dash is a figure that is not known yet.</p>
          </Card>
        </>
      )}
    </div>
  )
}
