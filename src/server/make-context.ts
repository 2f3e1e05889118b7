import { createHistoryFill, type HistoryFill } from '#server/collector/demo-past.ts'
import { type DemoProcess, startDemoProcess } from '#server/collector/demo-process.ts'
import { noteRealGame, openDemoWorld } from '#server/collector/demo-world.ts'
import { recordIncident } from '#server/collector/record-trouble.ts'
import { summarise } from '#server/directory/summarise.ts'
import { createGameApi } from '#server/game/client.ts'
import type { Incident } from '#server/game/game-api.ts'
import { MODE_WORDS } from '#server/game/payloads/catalogue.ts'
import { clubChange, playerChange } from '#server/kernel/announcements.ts'
import { readTexts } from '#server/kernel/texts.ts'
import { MINUTE_MS } from '#shared/days.ts'
import { DEMO_UNSEEN } from '#shared/demo-world.ts'
import { FIRST_LANGUAGE } from '#shared/languages.ts'
import { setPageTexts } from '#shared/texts.ts'
import type { Config, Roles } from './config.ts'
import { type Context, createProcessState, type ProcessState, type Renewed } from './context.ts'

/** Calls per second that fill in the demo's past. The demo's world is ours, so there is no limit to keep. */
const PAST_CALLS_PER_SECOND = 1_000_000

/** The demo computes its world when it is asked, on a machine that is busy with other things. */
const PAST_TIMEOUT_MS = MINUTE_MS

type Parts = Pick<Context, 'db' | 'log' | 'clock'>
/** The parts of a process that are to be stopped, in the order in which they were started. */
export type Part = { name: string; stop(): Promise<unknown> }

type Made = { context: Context; fill: HistoryFill | null }

/** Makes the context. The game's API is the real one where a token is set, else that of the demo provider. */
export async function makeContext(config: Config, roles: Roles, parts: Parts, started: Part[]): Promise<Made> {
  const state = createProcessState(parts.clock, readTexts(config.TEXTS_DIR))
  // What no language is named for is English: all of the API.
  setPageTexts(state.texts(FIRST_LANGUAGE))
  if (config.BRAWL_API_TOKEN.length > 0)
    return { context: await realContext(config, parts, started, state), fill: null }
  const settings = await openDemoWorld(parts, config)
  const demo = await startDemoProcess(parts, { epoch: settings.epoch, clubs: config.DEMO_CLUBS })
  started.push({ name: "the demo's world", stop: demo.close })
  const api = { baseUrl: demo.url, tokens: [demo.token], clock: parts.clock, modeWords: state.memory(MODE_WORDS) }
  const onIncident = incidentWriter(parts)
  const gameApi = createGameApi({ ...api, callsPerSecond: config.CALLS_PER_SECOND, onIncident })
  started.push({ name: 'calls of the game', stop: gameApi.close })
  const context = assemble(config, parts, {
    state,
    gameApi,
    installation: demoInstallation(config, demo),
  })
  // Only a collector fills the history. A site without one reads from the store how far that is.
  if (!roles.collector) return { context, fill: null }
  const past = createGameApi({
    ...api,
    callsPerSecond: PAST_CALLS_PER_SECOND,
    timeoutMs: PAST_TIMEOUT_MS,
    demoTime: true,
  })
  started.push({ name: "calls of the demo's past", stop: past.close })
  const fill = createHistoryFill(context, { past, settings, examples: [demo.examples.club], unseen: DEMO_UNSEEN })
  context.demoHistory = fill
  return { context, fill }
}

async function realContext(config: Config, parts: Parts, started: Part[], state: ProcessState): Promise<Context> {
  const { BRAWL_API_URL: baseUrl, BRAWL_API_TOKEN: tokens, CALLS_PER_SECOND: callsPerSecond } = config
  // A store that takes nothing at the moment can be read all the same.
  await noteRealGame(parts.db).catch((error: unknown) => parts.log.error({ error }, 'the game is not noted'))
  const onIncident = incidentWriter(parts)
  const modeWords = state.memory(MODE_WORDS)
  const gameApi = createGameApi({ baseUrl, tokens, callsPerSecond, clock: parts.clock, onIncident, modeWords })
  started.push({ name: 'calls of the game', stop: gameApi.close })
  const installation = {
    demo: false,
    exampleClubTag: config.EXAMPLE_CLUB_TAG ?? null,
    examplePlayerTag: config.EXAMPLE_PLAYER_TAG ?? null,
    defaultPlayerTag: config.DEFAULT_PLAYER_TAG ?? null,
  }
  return assemble(config, parts, { state, gameApi, installation })
}

type Assembled = Pick<Context, 'gameApi' | 'installation'> & { state: ProcessState }

function assemble(config: Config, parts: Parts, { state, ...made }: Assembled): Context {
  const context: Context = {
    ...parts,
    ...made,
    config,
    demoHistory: null,
    ...state,
    // What was collected is stored by now, so a summary that fails must not make the collection fail.
    summarise: (renewed) =>
      summarise(context, renewed)
        .catch((error: unknown) => parts.log.error({ error }, 'summaries not renewed'))
        .finally(() => context.announcements.announce(changesOf(renewed))),
  }
  return context
}

function changesOf({ clubs, players }: Renewed): string[] {
  return [...clubs.map(clubChange), ...players.map(playerChange)]
}

function demoInstallation(config: Config, { examples }: DemoProcess): Context['installation'] {
  return {
    demo: true,
    exampleClubTag: config.EXAMPLE_CLUB_TAG ?? examples.club,
    examplePlayerTag: config.EXAMPLE_PLAYER_TAG ?? examples.player,
    defaultPlayerTag: config.DEFAULT_PLAYER_TAG ?? examples.defaultPlayer,
  }
}

/** Writes incidents one after the other, so that an end never comes before its beginning. */
function incidentWriter({ db, log }: Parts): (incident: Incident) => void {
  let last: Promise<unknown> = Promise.resolve()
  return (incident) => {
    log.warn({ incident }, incident.endedAt === null ? 'incident begins' : 'incident ends')
    last = last
      .then(() => recordIncident({ db }, incident))
      .catch((error: unknown) => log.error({ error }, 'incident not recorded'))
  }
}
