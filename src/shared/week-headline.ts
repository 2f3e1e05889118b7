import type { ClubMoves } from './club-sentence.ts'
import { factsInWords, formatThousands, signed } from './number-format.ts'
import { t } from './texts.ts'

/** One sentence on a club's week, without names. Whoever joined and left counts as both, as their trophies do. */
export function weekHeadline({ growth, played, joined, left, joiners, leavers }: ClubMoves): string {
  if (growth === null) return t('week.unseen')
  const change = signed(growth)
  if (played === null || joined === null || left === null) return t('week.allMoves', { change })
  const parts = [
    joiners === 0 && joined === 0 ? null : t('week.whoJoined', { players: joiners, trophies: signed(joined) }),
    leavers === 0 && left === 0 ? null : t('week.whoLeft', { players: leavers, trophies: signed(left) }),
  ].filter((part) => part !== null)
  if (parts.length === 0) return played < 0 ? t('week.allLost', { change }) : t('week.allWon', { change })
  const members =
    played < 0
      ? t('week.lost', { trophies: formatThousands(-played) })
      : t('week.won', { trophies: signed(played, formatThousands, { zero: '' }) })
  return t('week.headline', { change, parts: factsInWords([members, ...parts]) })
}
