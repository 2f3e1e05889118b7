type Props = {
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** One of several things of which any number can be chosen: a tick in a frame, which says without colour what is chosen. */
export function TickChip({ label, checked, disabled = false, onChange }: Props) {
  return (
    <label className="relative flex min-h-9 cursor-pointer items-center gap-2 rounded-md border border-line px-2.5 py-1 text-sm before:absolute before:inset-x-0 before:-inset-y-1 has-checked:border-acc has-checked:bg-raise max-sm:min-h-11">
      <input
        type="checkbox"
        className="relative size-4.5 shrink-0"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}
