/** The default theme's colours (web/palettes.css) in the only notation that the renderer reads. */
export const BELUGA = {
  bg: '#082032',
  card: '#112d41',
  raise: '#1d3a4f',
  line: '#6b8ba2',
  ink: '#edf7fb',
  mut: '#a8c3d0',
  acc: '#5addeb',
  onacc: '#001d2f',
  good: '#59e0ad',
  warn: '#f5c761',
  bad: '#f68486',
  c1: '#6cc4fd',
  glow: '#00474e',
} as const

export type BelugaColour = keyof typeof BELUGA
