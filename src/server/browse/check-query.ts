import { CLUB_SORTS } from '#shared/contract/browse.ts'
import { AppError } from '../http/app-error.ts'
import type { BrowseQuery } from './browse.ts'

/** Refuses what each parameter alone may say but not together. */
export function checkQuery({ type, sort, trophyMin, trophyMax }: BrowseQuery): void {
  if (type === 'club' && !CLUB_SORTS.some((name) => name === sort)) {
    refuse('sort', `sort must be one of ${CLUB_SORTS.join(', ')}`)
  }
  if (trophyMin !== undefined && trophyMax !== undefined && trophyMin > trophyMax) {
    refuse('trophyMin', 'trophyMin must not be above trophyMax')
  }
}

function refuse(field: string, sentence: string): never {
  throw new AppError('invalid', sentence, { fields: { [field]: sentence } })
}
