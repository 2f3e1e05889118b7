/** The home of a club or player. `weight`: share of clubs. `utcOffset`: hours; decides when people play. */
export type Country = { code: string; weight: number; utcOffset: number; scripts: readonly string[] }

/** Home countries; those after AU have no ranking of their own on the site. */
export const COUNTRIES: readonly Country[] = [
  { code: 'US', weight: 8, utcOffset: -6, scripts: ['latin'] },
  { code: 'CA', weight: 5, utcOffset: -5, scripts: ['latin', 'latin', 'french'] },
  { code: 'GB', weight: 5, utcOffset: 0, scripts: ['latin'] },
  { code: 'DE', weight: 5, utcOffset: 1, scripts: ['latin', 'german'] },
  { code: 'FR', weight: 6, utcOffset: 1, scripts: ['latin', 'french'] },
  { code: 'ES', weight: 5, utcOffset: 1, scripts: ['latin', 'spanish'] },
  { code: 'IT', weight: 5, utcOffset: 1, scripts: ['latin'] },
  { code: 'BR', weight: 6, utcOffset: -3, scripts: ['latin', 'portuguese'] },
  { code: 'MX', weight: 5, utcOffset: -6, scripts: ['latin', 'spanish'] },
  { code: 'RU', weight: 5, utcOffset: 3, scripts: ['latin', 'cyrillic', 'cyrillic'] },
  { code: 'TR', weight: 5, utcOffset: 3, scripts: ['latin', 'turkish'] },
  { code: 'IN', weight: 5, utcOffset: 5, scripts: ['latin', 'latin', 'devanagari'] },
  { code: 'CN', weight: 5, utcOffset: 8, scripts: ['latin', 'han', 'han'] },
  { code: 'JP', weight: 5, utcOffset: 9, scripts: ['latin', 'kana', 'kana', 'han'] },
  { code: 'KR', weight: 5, utcOffset: 9, scripts: ['latin', 'hangul', 'hangul'] },
  { code: 'AU', weight: 5, utcOffset: 10, scripts: ['latin'] },
  { code: 'PL', weight: 2, utcOffset: 1, scripts: ['latin', 'polish'] },
  { code: 'CZ', weight: 2, utcOffset: 1, scripts: ['latin', 'polish'] },
  { code: 'FI', weight: 1, utcOffset: 2, scripts: ['latin', 'german'] },
  { code: 'GR', weight: 1, utcOffset: 2, scripts: ['latin', 'greek'] },
  { code: 'SA', weight: 2, utcOffset: 3, scripts: ['latin', 'arabic', 'arabic'] },
  { code: 'IL', weight: 2, utcOffset: 2, scripts: ['latin', 'hebrew'] },
  { code: 'TH', weight: 1, utcOffset: 7, scripts: ['latin', 'thai'] },
  { code: 'UA', weight: 2, utcOffset: 2, scripts: ['latin', 'cyrillic'] },
  { code: 'AR', weight: 2, utcOffset: -3, scripts: ['latin', 'spanish'] },
  { code: 'NL', weight: 2, utcOffset: 1, scripts: ['latin'] },
]

/** Scripts of names of invented participants in battles. */
export const EVERY_SCRIPT: readonly string[] = [
  'latin',
  'latin',
  'french',
  'cyrillic',
  'arabic',
  'hebrew',
  'han',
  'kana',
  'hangul',
  'greek',
  'turkish',
  'thai',
  'polish',
]
