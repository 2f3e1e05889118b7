import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { type PlainTextId, t } from '#shared/texts.ts'
import { stoppedCalls } from '#web/app/equal-failures.ts'
import { LoneDolphin } from '#web/ui/Dolphin.tsx'
import { type FailedParts, useFailedParts } from '#web/ui/failed-parts.ts'
import { TryAgain } from '#web/ui/Notice.tsx'
import { Text } from '#web/ui/Text.tsx'

/**
 * Says once that several parts of the page failed, why, and which, in place of the first of them; or at the lower edge that
 * calls which failed five times in a row are not made any more. Has all that failed read again.
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
  if (failed?.[0]) {
    const notice = <PartsFailed failed={failed} onRetry={tryAgain} isTrying={isTrying} />
    return createPortal(notice, failed[0].place)
  }
  return isStopped && <AlertLine id="frame.stopped" onAction={tryAgain} place="sticky bottom-(--foot) z-10 border-t" />
}

type PartsFailedProps = {
  failed: FailedParts
  onRetry: () => void
  isTrying: boolean
}

function PartsFailed({ failed, onRetry, isTrying }: PartsFailedProps) {
  const named = failed.filter(({ heading }) => heading)
  const why = [...new Set(failed.map((part) => part.why))].join(' ')
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-lg border border-edge bg-card p-3 sm:p-4.5">
      <LoneDolphin sunk className="h-12 w-20 self-start" />
      <div className="min-w-24 flex-1">
        <Text
          id="frame.partsFailed"
          values={{ b: (words) => <b className="block text-lg font-semibold">{words}</b>, why }}
        />
        {named.length > 0 && (
          <div className="mt-1 text-sm text-mut">
            <Text
              id="frame.missing"
              values={{
                names: named.map(({ id, title, heading }, index) => (
                  // Links to a part that is not there lead to its name.
                  <span key={id ?? title} id={id} className="scroll-mt-14">
                    {index > 0 && ' • '}
                    {heading}
                  </span>
                )),
              }}
            />
            <details>
              <summary className="py-1">{t('frame.details')}</summary>
              {[...new Set(named.map(({ title }) => title))].map((title) => (
                <p key={title}>{title}</p>
              ))}
            </details>
          </div>
        )}
      </div>
      <TryAgain onRetry={onRetry} busy={isTrying} className="max-sm:w-full" />
    </div>
  )
}

/** One line below the header or at the lower edge: pages can be read whatever the session is. */
export function AlertLine({ id, why, action = 'ui.tryAgain', onAction, onClose, place = '' }: AlertProps) {
  return (
    <p role="alert" className={`${place} border-b border-edge bg-card px-4 py-1.5 text-center text-sm`}>
      <Text id={id} values={{ b: (words) => <b className="text-warn">{words}</b>, why }} />{' '}
      <button type="button" className="link" onClick={onAction}>
        {t(action)}
      </button>{' '}
      {onClose && (
        <button type="button" className="link" onClick={onClose}>
          {t('ui.close')}
        </button>
      )}
    </p>
  )
}

type AlertProps = {
  id: `frame.${'undecided' | 'noSession' | 'loginEnded' | 'stopped' | 'dialogFailed'}`
  /** A sentence. */
  why?: string | undefined
  action?: PlainTextId
  onAction: () => void
  onClose?: () => void
  /** Classes of where it stands. */
  place?: string
}
