import { t } from './texts.ts'

/** On how many of the last known days a member played, and how many a week were usual before, where that is told. */
export type Played = { days_played: number; days_known: number; days_usual: number | null }

/** `Played 2 of 7 days, usually 6`. */
export function playedText({ days_played: played, days_known: days, days_usual: usual }: Played): string {
  return usual === null ? t('club.playedOf', { played, days }) : t('club.playedUsually', { played, days, usual })
}
