/** How each of two lines is drawn: colour, and a dash for those who see no colour. */
export const PAIR_LINES = {
  a: { stroke: 'var(--c1)', strokeWidth: 2.5, strokeLinecap: 'round', strokeLinejoin: 'round', fill: 'none' },
  b: {
    stroke: 'var(--c2)',
    strokeWidth: 2.5,
    strokeDasharray: '7 5',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    fill: 'none',
  },
} as const
