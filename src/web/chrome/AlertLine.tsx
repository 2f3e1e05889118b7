import { type PlainTextId, t } from '#shared/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { LoneDolphin } from '#web/ui/Dolphin.tsx'
import { Text } from '#web/ui/Text.tsx'

/** A warning on one line, below the header or at the lower edge. The page stays readable and usable. */
export function AlertLine({ id, why, action = 'ui.tryAgain', onAction, onClose, place = '' }: AlertProps) {
  return (
    <div
      role="alert"
      className={`${place} flex items-center justify-center gap-3 border-b border-edge bg-card p-2 text-sm sm:py-px`}
    >
      {why === undefined ? (
        <p>
          <Text id={id} values={{ b: (words) => <b className="text-warn">{words}</b> }} />
        </p>
      ) : (
        <>
          <LoneDolphin sunk className="h-9 w-15 shrink-0 max-sm:hidden" />
          <details className="search-off">
            <summary className="flex items-center gap-3 py-1">
              <b className="text-warn">{why}</b>
              {t('frame.details')}
            </summary>
            {t('frame.noSession')}
          </details>
        </>
      )}
      <Button variant={why === undefined ? 'outline' : 'primary'} onClick={onAction} className="shrink-0 sm:min-h-9">
        {t(action)}
      </Button>
      {onClose && (
        <Button variant="outline" onClick={onClose}>
          {t('ui.close')}
        </Button>
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
