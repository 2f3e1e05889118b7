import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { language, maybeText, TagParams, wholeNumber } from './fields.ts'

const Share = z
  .object({
    tag: z.string(),
    /** The plain name, or the tag where no character of the name is visible. */
    title: z.string(),
    /** The last seven days for a message, in Markdown as Discord reads it, without a link. Names are escaped. */
    text: z.string(),
    /** Paths on this site: of the page, and of its picture. */
    path: z.string(),
    picture: z.string(),
    /** Path of the last whole week as one picture of 1080 x 1350; null where they were not known for all of it. */
    week_card: maybeText,
    /** In which languages other sites can show the frame of it, by `lang`. */
    languages: z.array(language),
  })
  .check(z.meta({ id: 'Share' }))

/** The language of the message; English without it. */
const LanguageQuery = z.object({ lang: z.optional(z.string()) })

export const getClubShare = endpoint({
  method: 'GET',
  path: '/api/browse/club/{tag}/share',
  summary: "A club's last seven days as a message, with the picture for it",
  access: 'public',
  params: TagParams,
  query: LanguageQuery,
  response: Share,
})

export const getPlayerShare = endpoint({
  method: 'GET',
  path: '/api/browse/player/{tag}/share',
  summary: "A player's last seven days as a message, with the picture for it",
  access: 'public',
  params: TagParams,
  query: LanguageQuery,
  response: Share,
})

const PIXELS = { min: 1, max: 10_000 }

/** oEmbed wants 501 for every format but JSON. */
export const getOembed = endpoint({
  method: 'GET',
  path: '/api/oembed',
  summary: 'The frame in which other sites show a club or player (oEmbed)',
  access: 'public',
  refuses: ['not_found', 'not_implemented'],
  query: z.object({
    url: z.string('url is required').check(
      z.minLength(1, 'url is required'),
      z.maxLength(2000, 'url may have 2000 characters at most'),
      z.meta({
        description: "The address of a club's or player's page on this site",
        example: 'http://127.0.0.1:3000/club/2GRPGJ8',
      }),
    ),
    format: z._default(z.string(), 'json'),
    /** That of the frame and picture; left out, that of the address. */
    lang: z.optional(z.string()),
    maxwidth: z.optional(wholeNumber('maxwidth', PIXELS)),
    maxheight: z.optional(wholeNumber('maxheight', PIXELS)),
  }),
  response: z
    .object({
      type: z.literal('rich'),
      version: z.literal('1.0'),
      title: z.string(),
      provider_name: z.string(),
      provider_url: z.string(),
      /** In seconds. */
      cache_age: z.int(),
      html: z.string(),
      width: z.int(),
      height: z.int(),
      thumbnail_url: z.string(),
      thumbnail_width: z.int(),
      thumbnail_height: z.int(),
    })
    .check(z.meta({ id: 'Oembed' })),
})

/** What slash commands need of an interaction of Discord, which has more fields. */
const Interaction = z.looseObject({
  id: z.string(),
  type: z.int(),
  token: z.string().check(z.maxLength(1000)),
  data: z.optional(
    z.looseObject({
      name: z.string(),
      options: z.optional(z.array(z.looseObject({ name: z.string(), value: z.optional(z.unknown()) }))),
    }),
  ),
  /** Who asks: in a server, or in a direct message. */
  member: z.optional(z.looseObject({ user: z.looseObject({ id: z.string() }) })),
  user: z.optional(z.looseObject({ id: z.string() })),
  /** The server; missing in a direct message. */
  guild_id: z.optional(z.string()),
  /** The language of who asks. */
  locale: z.optional(z.string()),
})

/** Signed by Discord in header fields; anything else is refused with 401. */
export const postInteraction = endpoint({
  method: 'POST',
  path: '/api/discord/interactions',
  summary: 'A slash command of Discord; 404 where no application is configured',
  access: 'public',
  refuses: ['unauthorized', 'not_found'],
  body: Interaction,
  response: z.looseObject({ type: z.int() }),
})
