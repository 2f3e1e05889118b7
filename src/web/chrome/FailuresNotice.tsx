import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#shared/texts.ts'
import { stoppedCalls } from '#web/app/equal-failures.ts'
import { Button } from '#web/ui/Button.tsx'
import { LoneDolphin } from '#web/ui/Dolphin.tsx'
import { type FailedParts, useFailedParts } from '#web/ui/failed-parts.ts'
import { Details } from '#web/ui/Notice.tsx'
import { Text } from '#web/ui/Text.tsx'
import { AlertLine } from './AlertLine.tsx'

/**
 * One message for all failed parts of a page: that they failed, and why. Each place has a mark. The message stands below the
 * page's head. After five failures in a row the page makes no more calls; the message says that too, or a line at
 * the lower edge does. Its button reads all failed parts again.
 */
export function FailuresNotice() {
  const answers = useQueryClient()
  const isStopped = useSyncExternalStore(stoppedCalls.subscribe, stoppedCalls.read, () => false)
  const failed = useFailedParts()
  const [isTrying, setTrying] = useState(false)
  const tryAgain = () => {
    setTrying(true)
    // A click lets every call be made again (`main.tsx`).
    void answers
      .refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
      .finally(() => setTrying(false))
    // Those whose code did not arrive have no call.
    for (const part of failed ?? []) part.onRetry()
  }
  const place = failed && [...document.querySelectorAll('[data-failures]')].at(-1)
  if (place) {
    const notice = <PartsFailed failed={failed} isStopped={isStopped} onRetry={tryAgain} isTrying={isTrying} />
    return createPortal(notice, place)
  }
  return isStopped && <AlertLine id="frame.stopped" onAction={tryAgain} place="sticky bottom-(--foot) z-10 border-t" />
}

type PartsFailedProps = {
  failed: FailedParts
  isStopped: boolean
  onRetry: () => void
  isTrying: boolean
}

function PartsFailed({ failed, isStopped, onRetry, isTrying }: PartsFailedProps) {
  const titles = [...new Set(failed.map(({ title }) => title))]
  const why = [...new Set(failed.map((part) => part.why))].join(' ')
  return (
    <div role="alert" className="mb-4 items-center gap-3 rounded-lg border border-edge bg-card p-3 sm:flex sm:p-4.5">
      <LoneDolphin sunk className="h-12 w-20 shrink-0 self-start max-sm:hidden" />
      <div className="flex-1">
        <Text
          id="frame.partsFailed"
          values={{ b: (words) => <b className="block text-lg font-semibold">{words}</b>, why }}
        />
        {isStopped && (
          <p>
            <Text id="frame.stopped" values={{ b: (words) => words }} />
          </p>
        )}
        <Details>
          {titles.map((title) => (
            <p key={title}>{title}</p>
          ))}
        </Details>
      </div>
      <Button onClick={onRetry} busy={isTrying} className="max-sm:mt-3 max-sm:w-full">
        {t('ui.tryAgain')}
      </Button>
    </div>
  )
}
