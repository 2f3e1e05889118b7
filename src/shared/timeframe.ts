/** The windows, in days, that analytics can be asked for. A window of D days is the D UTC dates ending with today. */
export const TIMEFRAMES = [7, 14, 30, 90] as const

/** One of the windows, in days. */
export type Timeframe = (typeof TIMEFRAMES)[number]

/** The window shown when nobody chose one, in days. */
export const DEFAULT_TIMEFRAME: Timeframe = 30
