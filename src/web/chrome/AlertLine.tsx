import { type PlainTextId, t } from '#shared/texts.ts'
import { Details } from '#web/ui/Notice.tsx'
import { Text } from '#web/ui/Text.tsx'

const BUTTON = 'rounded-md border border-line px-2 py-0.5 hover:bg-raise'

/** A warning on one line, below the header or at the lower edge. The page stays readable and usable. */
export function AlertLine({ id, why, action = 'ui.tryAgain', onAction, onClose, place = '' }: AlertProps) {
  return (
    <div
      role="alert"
      className={`${place} flex flex-wrap items-center justify-center gap-x-3 border-b border-edge bg-card px-4 py-1.5 text-center text-sm`}
    >
      {why === undefined ? (
        <p>
          <Text id={id} values={{ b: (words) => <b className="text-warn">{words}</b> }} />
        </p>
      ) : (
        <b className="text-warn">{why}</b>
      )}
      <button type="button" className={BUTTON} onClick={onAction}>
        {t(action)}
      </button>
      {onClose && (
        <button type="button" className={BUTTON} onClick={onClose}>
          {t('ui.close')}
        </button>
      )}
      {why && <Details className="">{t('frame.noSession')}</Details>}
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
