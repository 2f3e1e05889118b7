import { abbreviate } from '../../format/abbreviate.ts'

type Club = { memberCount: number; trophies: number }

/** What is known of a club in one sentence, where the analytics have none of their own yet. */
export function clubSentence({ memberCount, trophies }: Club): string {
  const members = `${memberCount} ${memberCount === 1 ? 'member' : 'members'}`
  return `This club has ${members} with ${abbreviate(trophies)} trophies together. What they do from now on is kept.`
}
