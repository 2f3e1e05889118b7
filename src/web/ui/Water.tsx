type Props = {
  /** How far it reaches above its place: `-5rem` in a dialog, up to its upper edge. */
  top?: string
}

/** Deep water behind the head of a card or a dialog. Its place is `relative`, in a stacking context. */
export function Water({ top = '0' }: Props) {
  return (
    <div className="pod-deep absolute inset-x-0 bottom-0" style={{ top, zIndex: -1 }}>
      <svg
        viewBox="0 0 400 14"
        preserveAspectRatio="none"
        className="absolute inset-x-0 bottom-0 h-4 w-full"
        aria-hidden="true"
      >
        <path d="M0 6q25-8 50 0t50 0 50 0 50 0 50 0 50 0 50 0 50 0v9H0z" style={{ fill: 'var(--card)' }} />
      </svg>
    </div>
  )
}
