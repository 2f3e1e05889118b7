const LINE = { strokeWidth: 2.5, strokeLinecap: 'round', strokeLinejoin: 'round', fill: 'none' } as const

/**
 * How each of two lines is drawn, in the chart and in its legend: its colour, and dashes for visitors who cannot tell
 * the colours apart. In a file of its own: the legend is shown before the code of the chart is loaded.
 */
export const PAIR_LINES = {
  a: { stroke: 'var(--c1)', ...LINE },
  b: { stroke: 'var(--c2)', strokeDasharray: '7 5', ...LINE },
} as const
