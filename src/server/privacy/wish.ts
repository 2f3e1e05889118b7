import type { PRIVACY_WISHES } from '#shared/contract/privacy.ts'

/** What a player can ask for. */
export type Wish = (typeof PRIVACY_WISHES)[number]
