import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Timeframe as Days } from '#shared/timeframe.ts'
import { Card } from './Card.tsx'
import { QuerySection } from './QuerySection.tsx'
import { Timeframe } from './Timeframe.tsx'

type Props<Data> = {
  title: ReactNode
  /** An anchor for links within the page. */
  id?: string
  /** Stands beside the title: a "?", a link. */
  action?: ReactNode
  /** The timeframe of what is shown, with a choice of others. */
  days?: Days
  onDays?: (days: Days) => void
  result: UseQueryResult<Data, Error>
  failure: string
  loading: string
  shape?: string
  children: (data: Data) => ReactNode
}

/** A card of one call's analytics in all its states, with a choice of timeframes where it has one. */
export function AnalyticsCard<Data>({ title, id, action, days, onDays, ...section }: Props<Data>) {
  const choice = days && onDays && <Timeframe value={days} onChange={onDays} />
  return (
    <Card title={title} action={choice ?? action} {...(id !== undefined && { id })}>
      <QuerySection {...section} />
    </Card>
  )
}
