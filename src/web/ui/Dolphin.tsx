/** The logo: a leaping dolphin in the colours of the theme. Share pictures draw the same paths. */
export function Dolphin({ className = 'size-9' }: { className?: string }) {
  return (
    <svg viewBox="1 12 63 54" className={className} aria-hidden="true">
      <path className="fill-acc" d={BODY} />
      <path className="fill-bg" opacity=".32" d={BELLY} />
      <circle className="fill-onacc" cx="47.4" cy="29.4" r="1.9" />
    </svg>
  )
}

/** The body alone, in one shape, for pictures with many dolphins. */
export const BODY =
  'M61.4 38.2c-1.2 1.6-4.6 1.7-8 1.5-4.3-.2-8.2.2-11.8 1.6-1 4-3.6 7.5-7.6 9.6-.7.4-1.4-.2-1.2-.9.7-2.8.6-5.1-.3-6.9-6.9 1.7-12.9 5.1-17.5 10.2 2.9 2.3 4.5 5 4.7 7.9 0 .7-.7 1.1-1.3.8-2.8-1.5-5.7-2.3-8.7-2.2-3.2 0-5.5.9-7.5 2.1-.6.4-1.4-.2-1.2-.9 1-4.1 4-7.2 8.6-8.7 1-8.4 4.8-16.2 11.2-22 .4-4.6-1.2-8.9-4.7-12.5-.5-.5-.2-1.4.5-1.4 5.4-.3 10.7 1.3 15 4.9 8.3-1.5 15.9 1.6 19.5 8.2 1.4 2.5 2.9 4.1 5.3 5.3 2.3 1.1 5.9 1.7 5 3.4Z'
const BELLY =
  'M53.4 39.7c-4.3-.2-8.2.2-11.8 1.6-3.4-.4-6.7-.2-9.6 1-6.9 1.7-12.5 5.8-17.2 11 4-8.2 11.6-14.6 20.4-16 6.6-1 12.8.3 18.2 2.4Z'

/** A dolphin above dim waves, for a place where there is nothing to show; `sunk` below them, where something failed. */
export function LoneDolphin({ className, sunk = false }: { className: string; sunk?: boolean }) {
  return (
    <svg viewBox="0 0 80 48" className={`text-mut ${className}`} fill="none" aria-hidden="true">
      <path
        className={sunk ? 'fill-current' : 'fill-acc'}
        transform={sunk ? 'translate(25.5 15) rotate(24 17 18) scale(.52)' : 'translate(22 -8) scale(.6)'}
        d={BODY}
      />
      <g stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" opacity=".6">
        <path d={`M5 ${sunk ? 9 : 33}q8-6 17 0t17 0 17 0 17 0`} />
        {!sunk && <path d="M18 43q6-5 12 0t12 0 12 0 12 0" opacity=".55" />}
      </g>
    </svg>
  )
}
