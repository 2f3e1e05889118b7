import { clubChange, LEADERBOARDS_CHANGE, playerChange } from '../changes.ts'

type AboutTag = { params: { tag: string } }

/** Collected every few minutes at best; dropped at once when something new is stored. */
const ENTITY_SECONDS = 30

/** A club and what is worked out of its members. */
export const aboutClub = { seconds: ENTITY_SECONDS, tags: ({ params }: AboutTag) => [clubChange(params.tag)] }

export const aboutPlayer = { seconds: ENTITY_SECONDS, tags: ({ params }: AboutTag) => [playerChange(params.tag)] }

/** Lists and figures over all that is tracked: some of it changes every second. */
export const aboutAll = { seconds: 30 }

export const aboutLeaderboards = { seconds: 60, tags: () => [LEADERBOARDS_CHANGE] }

/** How the installation does just now: only to be spared from asking the store for every visitor. */
export const aboutNow = { seconds: 5 }

/** What changes with a release of the game or of ours. */
export const aboutTheGame = { seconds: 300 }
