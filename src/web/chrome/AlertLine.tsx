import { type PlainTextId, t } from '#shared/texts.ts'
import { Text } from '#web/ui/Text.tsx'

const BUTTON = 'rounded-md border border-line px-2 py-0.5 hover:bg-raise'

/** A warning on one line, below the header or at the lower edge. The page stays readable and usable. */
export function AlertLine({ id, why, action = 'ui.tryAgain', onAction, onClose, place = '' }: AlertProps) {
  return (
    <p role="alert" className={`${place} border-b border-edge bg-card px-4 py-1.5 text-center text-sm`}>
      <Text id={id} values={{ b: (words) => <b className="text-warn">{words}</b>, why }} />{' '}
      <button type="button" className={BUTTON} onClick={onAction}>
        {t(action)}
      </button>{' '}
      {onClose && (
        <button type="button" className={BUTTON} onClick={onClose}>
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
