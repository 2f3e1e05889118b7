import type { Output } from '#shared/contract/endpoint.ts'
import type { getSite } from '#shared/contract/status.ts'
import type { Context } from '../context.ts'

/** What pages need to know of this installation before anything else; also written into the page itself. */
export function siteFacts({ config, installation }: Context): Output<typeof getSite> {
  return {
    demo: installation.demo,
    example_club_tag: installation.exampleClubTag,
    example_player_tag: installation.examplePlayerTag,
    default_player_tag: installation.defaultPlayerTag,
    public_ip: config.PUBLIC_IP ?? null,
    art_base: config.ASSET_CDN_BASE ?? null,
  }
}
