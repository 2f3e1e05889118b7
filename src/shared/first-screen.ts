/** A call that a page makes before anything else: its name, `GET /path`, and its input. */
export type FirstCall = {
  name: string
  input: { params?: Record<string, unknown>; query?: Record<string, unknown> }
}

/** What a call answered: its HTTP status and its JSON. */
export type FirstAnswer = { status: number; text: string }

/** Answers a call within the time that a page may take; null when it cannot. */
export type AskFirst = (call: FirstCall) => Promise<FirstAnswer | null>

/** What the head of a page says of it. Texts are as they are, names of players included: whoever writes HTML escapes. */
export type PageHead = {
  title: string
  description: string
  /** For `<meta name=robots>`; null where everything is allowed. */
  robots: string | null
  /** The page's own address: path and query without what it does not know. */
  path: string
  /** Path of the picture to share, 1200 by 630. */
  picture: string
  /** From the start of the site to the page, itself included: name and path. */
  trail: readonly (readonly [name: string, path: string])[]
}

/** The first screen of a page, rendered where nobody is signed in. */
export type FirstScreen = {
  head: PageHead
  /** Source of the page's own code, as the build's manifest names it; null where there is none. */
  module: string | null
  /** Markup for `#root`, without style attributes. */
  html: string
  /** The rules in place of style attributes. */
  css: string
  /** Calls that the page makes, with the JSON that the server answered to each. */
  answered: readonly (readonly [call: FirstCall, text: string])[]
  /** False when an answer was missing that may be there a moment later. */
  complete: boolean
  /** True when the club or player of the address is not known. */
  missing: boolean
}

/** Renders the first screen of an address. */
export type RenderFirstScreen = (address: string, ask: AskFirst) => Promise<FirstScreen>
