import type { FastifyInstance } from 'fastify'
import { viewNoter } from '#server/directory/noted-visits.ts'
import { registerAccounts } from '#server/site/accounts/routes.ts'
import { registerBattles } from '#server/site/battles/routes.ts'
import { registerBrowse } from '#server/site/browse/routes.ts'
import { registerClubs } from '#server/site/clubs/routes.ts'
import { registerDesk } from '#server/site/desk/routes.ts'
import { registerFavourites } from '#server/site/favourites/routes.ts'
import { registerFinder } from '#server/site/finder/routes.ts'
import { refuseOtherMethods } from '#server/site/http/answer-errors.ts'
import { serveDocs } from '#server/site/http/docs-page.ts'
import { OWN_CALLS, serveOpenApi } from '#server/site/http/open-api.ts'
import { serveSiteFiles } from '#server/site/http/site-files.ts'
import { registerMeta } from '#server/site/meta/routes.ts'
import { servePages } from '#server/site/pages/serve-pages.ts'
import { registerArt } from '#server/site/pictures/art-routes.ts'
import { createRenderer } from '#server/site/pictures/picture-cache.ts'
import { registerSharePictures } from '#server/site/pictures/routes.ts'
import { registerPlatform } from '#server/site/platform/routes.ts'
import { registerPlayers } from '#server/site/players/routes.ts'
import { registerProgression } from '#server/site/progression/routes.ts'
import { registerProofs } from '#server/site/proofs/routes.ts'
import { registerRanked } from '#server/site/ranked/routes.ts'
import { registerRankings } from '#server/site/rankings/routes.ts'
import { registerSearch } from '#server/site/search/routes.ts'
import { registerSharing } from '#server/site/sharing/routes.ts'
import { registerClientLog, registerStatus } from '#server/site/status/routes.ts'
import { endpoints } from '#shared/contract/all.ts'
import type { Context } from './context.ts'
import { createServer, type RegisterSlice } from './create-server.ts'

/** All calls of the contract. */
export const SLICES: RegisterSlice[] = [
  registerStatus,
  registerAccounts,
  registerSearch,
  registerBrowse,
  registerBattles,
  registerFinder,
  registerClubs,
  registerPlayers,
  registerRanked,
  registerProgression,
  registerPlatform,
  registerRankings,
  registerMeta,
  registerClientLog,
  registerProofs,
  registerDesk,
  registerFavourites,
]

/** The whole site: calls, their description, files, pictures and pages. */
export async function createApp(context: Context): Promise<FastifyInstance> {
  const { config } = context
  const server = createServer(context, SLICES)
  const { fastify, guards } = server
  serveOpenApi(fastify)
  serveDocs(fastify)
  refuseOtherMethods(fastify, [...endpoints.values(), ...OWN_CALLS])
  registerSharing(server, context)
  const renderer = createRenderer()
  registerSharePictures(fastify, context, guards, renderer)
  registerArt(fastify, context, { renderer })
  serveSiteFiles(fastify, context)
  const viewed = { club: viewNoter(context.visits, 'club'), player: viewNoter(context.visits, 'player') }
  await servePages(server, { site: config.PUBLIC_URL, texts: config.TEXTS_DIR, viewed, log: context.log })
  return fastify
}
