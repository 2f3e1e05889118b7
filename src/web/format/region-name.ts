import type { Region } from '#shared/regions.ts'

const NAMES: Record<Region, string> = { global: 'Global', na: 'Americas', eu: 'Europe', asia: 'Asia-Pacific' }

/** A part of the world in words; its countries decide the word, so `na` with Brazil is `Americas`. */
export function regionName(region: Region): string {
  return NAMES[region]
}
