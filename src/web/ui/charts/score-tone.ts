import { type ScoreBand, scoreBand } from '#shared/score-band.ts'

const TONE: Record<ScoreBand, string> = {
  Excellent: 'var(--good)',
  Good: 'var(--good)',
  Average: 'var(--warn)',
  'Below Avg': 'var(--bad)',
  Poor: 'var(--bad)',
}

/** The colour of a score's band, always shown beside the band's name. */
export function scoreTone(score: number): string {
  return TONE[scoreBand(score)]
}
