import type { User } from '../session/session.ts'

const STATUS: Record<User['api_key_status'], string> = {
  active: 'Active',
  not_set: 'Not Set',
  refused: 'Active, but refused by the game',
  unverified: 'Active, not verified yet',
}

/** How a user's own key of the game's API stands. */
export function apiKeyStatus({ has_api_key, api_key_status }: Pick<User, 'has_api_key' | 'api_key_status'>): string {
  return has_api_key ? STATUS[api_key_status] : STATUS.not_set
}
