/** Countries whose rankings are collected, beside `global`: ISO 3166 codes. */
export const COUNTRIES = [
  'US',
  'CA',
  'GB',
  'DE',
  'FR',
  'ES',
  'IT',
  'BR',
  'MX',
  'RU',
  'TR',
  'IN',
  'CN',
  'JP',
  'KR',
  'AU',
] as const

/** Where a ranking can be from. */
export const RANKING_COUNTRIES = ['global', ...COUNTRIES] as const
export type RankingCountry = (typeof RANKING_COUNTRIES)[number]

/** The regions of browse and the dashboard; `global` means everywhere, the unknown included (docs/formulas.md#regions). */
export const REGIONS = ['global', 'na', 'eu', 'asia'] as const
export type Region = (typeof REGIONS)[number]

const COUNTRIES_OF: Record<Exclude<Region, 'global'>, readonly string[]> = {
  na: ['US', 'CA', 'MX', 'BR'],
  eu: ['GB', 'DE', 'FR', 'ES', 'IT', 'RU', 'TR'],
  asia: ['IN', 'CN', 'JP', 'KR', 'AU'],
}

const REGION_OF = new Map(
  Object.entries(COUNTRIES_OF).flatMap(([region, countries]) => {
    return countries.map((country) => [country, region as Region] as const)
  }),
)

/** The region of an ISO 3166 country code; `global` for a country of no region and for an unknown one (null). */
export function regionOf(country: string | null): Region {
  return REGION_OF.get(country ?? '') ?? 'global'
}
