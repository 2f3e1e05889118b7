import { Search } from 'lucide-react'
import { type PlainTextId, t } from '#shared/texts.ts'
import { Text } from '#web/ui/Text.tsx'

const BUTTON = 'rounded-md border border-line px-2 py-0.5 hover:bg-raise'

/** A warning on one line, below the header or at the lower edge. The page stays readable and usable. */
export function AlertLine({ id, why, action = 'ui.tryAgain', onAction, onClose, place = '' }: AlertProps) {
  return (
    <div
      role="alert"
      className={`${place} flex items-center justify-center gap-3 border-b border-edge bg-card p-2 text-sm`}
    >
      {why === undefined ? (
        <p>
          <Text id={id} values={{ b: (words) => <b className="text-warn">{words}</b> }} />
        </p>
      ) : (
        <details className="search-off">
          <summary className="flex items-center gap-3 py-1 font-semibold text-warn">
            <Search className="size-4" aria-hidden="true" />
            {why}
          </summary>
          {t('frame.noSession')}
        </details>
      )}
      <button type="button" className={BUTTON} onClick={onAction}>
        {t(action)}
      </button>
      {onClose && (
        <button type="button" className={BUTTON} onClick={onClose}>
          {t('ui.close')}
        </button>
      )}
    </div>
  )
}

type AlertProps = (
  | { id: `frame.${'undecided' | 'loginEnded' | 'stopped' | 'dialogFailed'}`; why?: undefined }
  /** Why a guest has no session, as a sentence. */
  | { id?: undefined; why: string }
) & {
  action?: PlainTextId
  onAction: () => void
  onClose?: () => void
  /** Classes of where it stands. */
  place?: string
}
