import { formatThousands, signed } from './number-format.ts'
import { pageTexts, type Translator } from './texts.ts'

type Week = {
  /** Trophies that the club won or lost; null where nobody looked. */
  growth: number | null
  /** Its parts; null where they are not known. */
  played: number | null
  joined: number | null
  left: number | null
  /** How many players joined and left. */
  joiners: number
  leavers: number
}

/** One sentence on a club's week, without names. Whoever joined and left counts as both, as their trophies do. */
export function weekHeadline(
  { growth, played, joined, left, joiners, leavers }: Week,
  { t, language }: Translator = pageTexts(),
): string {
  if (growth === null) return t('week.unseen')
  const number = (size: number) => formatThousands(size, language)
  const change = signed(growth, number)
  if (played === null || joined === null || left === null) return t('week.allMoves', { change })
  const parts = [
    joiners === 0 && joined === 0 ? null : t('week.whoJoined', { players: joiners, trophies: signed(joined, number) }),
    leavers === 0 && left === 0 ? null : t('week.whoLeft', { players: leavers, trophies: signed(left, number) }),
  ].filter((part) => part !== null)
  if (parts.length === 0) return played < 0 ? t('week.allLost', { change }) : t('week.allWon', { change })
  const members =
    played < 0
      ? t('week.lost', { trophies: number(-played) })
      : t('week.won', { trophies: signed(played, number, { zero: '' }) })
  const list = new Intl.ListFormat(language, { type: 'unit', style: 'short' })
  return t('week.headline', { change, parts: list.format([members, ...parts]) })
}
