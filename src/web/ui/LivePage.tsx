import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#shared/texts.ts'
import { Button } from './Button.tsx'
import { StaleNotice } from './Notice.tsx'
import { RelativeTime } from './RelativeTime.tsx'
import { Text } from './Text.tsx'

type Props = {
  title: string
  lead: ReactNode
  /** When the shown answer came, in milliseconds since 1970; 0 before the first answer. */
  updatedAt: number
  refreshing: boolean
  /** Why the last try to read it again failed, while the figures before it are shown; null if it did not. */
  failure: string | null
  /** Null until an answer is there: a failure has a button of its own. */
  onRefresh: (() => void) | null
  children: ReactNode
}

/** A page of live figures: its title, how current it is, and a button that reads it again. */
export function LivePage({ title, lead, updatedAt, refreshing, failure, onRefresh, children }: Props) {
  return (
    <>
      <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-hero font-extrabold">{title}</h1>
          <p className="mt-1 text-mut">{lead}</p>
        </div>
        {/* A page that failed has nothing to refresh: its message has the button. */}
        <div className="flex min-h-11 items-center gap-4 max-sm:w-full max-sm:justify-between max-sm:[header:has(~[role=alert])_&]:hidden">
          <p className="text-sm text-mut">
            {updatedAt > 0 && (
              <Text
                id="ui.updated"
                values={{ when: <RelativeTime within time={new Date(updatedAt).toISOString()} /> }}
              />
            )}
          </p>
          {onRefresh && (
            <Button variant="outline" busy={refreshing} onClick={onRefresh}>
              {!refreshing && <RefreshCw size={16} aria-hidden="true" />} {t('ui.refresh')}
            </Button>
          )}
        </div>
      </header>
      <StaleNotice failure={failure} />
      {children}
    </>
  )
}
