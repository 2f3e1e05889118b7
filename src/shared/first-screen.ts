import type { EntityType } from './tag.ts'
import type { Translator } from './texts.ts'

/** A call that a page makes for its first screen: its name, `GET /path`, and its input. */
export type FirstCall = {
  name: string
  input: { params?: Record<string, unknown>; query?: Record<string, unknown> }
}

/** The answer to a call: its HTTP status and its JSON. */
export type FirstAnswer = { status: number; text: string }

/** Answers a call within the time that a page may take; null if that is not possible. */
export type AskFirst = (call: FirstCall) => Promise<FirstAnswer | null>

/** The content of a page's head. The texts are not escaped, and names of players may be among them. */
export type PageHead = {
  title: string
  description: string
  /** For `<meta name=robots>`; null if search engines may do as they like. */
  robots: string | null
  /** The canonical path; of a page that is another one with another query, with it. */
  path: string
  /** The path of the picture for link previews, 1200 by 630 pixels. */
  picture: string
  /** The breadcrumbs from the home page to this page; empty for the home page. */
  trail: readonly (readonly [name: string, path: string])[]
  /** The club or player whose own page this is: type, plain name, and the title of their feed; null for every other page. */
  about: { type: EntityType; name: string; feed: string } | null
}

/** The first screen of a page, rendered for a visitor who is not signed in. */
export type FirstScreen = {
  head: PageHead
  /** The source of the page's own code, under its name in the build's manifest; null if there is none. */
  module: string | null
  /** Markup for `#root`, without style attributes. */
  html: string
  /** Rules that replace the style attributes. */
  css: string
  /** When the page was rendered, in milliseconds. Times on it are told from then. */
  at: number
  /** The calls of the page, and what the server answered to each. */
  answered: readonly (readonly [call: FirstCall, answer: FirstAnswer])[]
  /** False if an answer is missing that may be there a moment later. */
  complete: boolean
  /** True if the club or player of the address is unknown. */
  missing: boolean
}

/** Renders the first screen of an address, which has no language in it, in the language of the translator. */
export type RenderFirstScreen = (address: string, ask: AskFirst, texts: Translator) => Promise<FirstScreen>
