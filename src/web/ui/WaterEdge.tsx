/** The lower edge of a strip of water at the head of a card, in the colour of the card below it. */
export function WaterEdge() {
  return (
    <svg
      viewBox="0 0 400 14"
      preserveAspectRatio="none"
      className="absolute inset-x-0 bottom-0 h-4 w-full"
      aria-hidden="true"
    >
      <path d="M0 6q25-8 50 0t50 0 50 0 50 0 50 0 50 0 50 0 50 0v9H0z" style={{ fill: 'var(--card)' }} />
    </svg>
  )
}
