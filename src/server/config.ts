import { join } from 'node:path'
import { z } from 'zod'
import { StartFailure } from '#server/kernel/errors.ts'
import { normaliseTag } from '#shared/tag.ts'

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)
const url = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
/** Whether only this machine answers there. */
function isLoopback(address: string): boolean {
  return URL.canParse(address) && /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(new URL(address).hostname)
}

const tag = z
  .string()
  .refine((text) => normaliseTag(text) !== null, 'must be a tag of the game')
  .transform((text) => normaliseTag(text) ?? text)

/** Every setting by its environment variable. docs/configuration.md explains them. */
const Settings = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  DATA_DIR: z.string().default('data'),
  TEXTS_DIR: z.string().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  DATABASE_CONNECTIONS: wholeNumber(1, 200).default(8),
  BACKUP_EVERY_HOURS: wholeNumber(0, 8760).optional(),
  BACKUP_KEEP: wholeNumber(1, 10_000).default(7),
  MIN_FREE_DISK_MB: wholeNumber(0, 100_000_000).default(500),
  BRAWL_API_TOKEN: list.default([]),
  BRAWL_API_URL: url.default('https://api.brawlstars.com/v1'),
  CALLS_PER_SECOND: wholeNumber(1, 1000).default(8),
  COLLECTOR_CALLS_AT_ONCE: wholeNumber(1, 64).default(8),
  DEMO_HISTORY_DAYS: wholeNumber(0, 365).default(90),
  DEMO_CLUBS: wholeNumber(4, 2000).default(240),
  DEFAULT_PLAYER_TAG: tag.optional(),
  EXAMPLE_CLUB_TAG: tag.optional(),
  EXAMPLE_PLAYER_TAG: tag.optional(),
  PUBLIC_IP: z.union([z.ipv4(), z.ipv6()], 'must be an IP address').optional(),
  PUBLIC_URL: url.optional(),
  ASSET_CDN_BASE: z
    .string()
    .refine((text) => text === 'none' || url.safeParse(text).success, 'must be an http or https address, or none')
    .optional(),
  ALLOWED_ORIGINS: list.default([]),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(?:mailto:|https:\/\/)\S+$/, 'must begin with mailto: or https://')
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\p{Cc}]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u,
      'must be an address like Delphin <delphin@example.org>',
    )
    .optional(),
  DISCORD_URL: url.refine(isLoopback, 'must be an address of this machine, like http://127.0.0.1:8130').optional(),
  DISCORD_PUBLIC_KEY: z
    .string()
    .regex(/^[\da-f]{64}$/i, 'must be the 64 hexadecimal digits that Discord shows')
    .optional(),
  DISCORD_APPLICATION_ID: z
    .string()
    .regex(/^\d{15,21}$/, 'must be the number that Discord shows')
    .optional(),
  DISCORD_BOT_TOKEN: z
    .string()
    .regex(/^\S{20,200}$/, 'must be the token of the bot')
    .optional(),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  SECRET_KEY_PREVIOUS: z.string().min(32, 'must have at least 32 characters').optional(),
  TRUSTED_PROXIES: list.default([]),
  GUEST_SESSIONS_PER_HOUR: wholeNumber(1, 1_000_000).default(10),
  GUEST_SEARCHES_PER_HOUR: wholeNumber(1, 1_000_000).default(30),
  GUEST_REFRESHES_PER_HOUR: wholeNumber(1, 1_000_000).default(30),
  USER_SEARCHES_PER_HOUR: wholeNumber(1, 1_000_000).default(120),
  RANKING_REFRESHES_PER_HOUR: wholeNumber(1, 1_000_000).default(30),
  LOGINS_PER_MINUTE: wholeNumber(1, 1_000_000).default(20),
  REGISTRATIONS_PER_HOUR: wholeNumber(1, 1_000_000).default(5),
  MAIL_REQUESTS_PER_HOUR: wholeNumber(1, 1_000_000).default(10),
  MAILS_PER_HOUR: wholeNumber(1, 1_000_000).default(3),
  PRIVACY_REQUESTS_PER_HOUR: wholeNumber(1, 1_000_000).default(10),
  DESK_WRITES_PER_MINUTE: wholeNumber(1, 1_000_000).default(60),
  DISCORD_COMMANDS_PER_MINUTE: wholeNumber(1, 1_000_000).default(20),
  DISCORD_SERVER_COMMANDS_PER_MINUTE: wholeNumber(1, 1_000_000).default(120),
  DISCORD_LINKS_PER_HOUR: wholeNumber(1, 1_000_000).default(20),
  ART_FETCHES_PER_10_MINUTES: wholeNumber(1, 1_000_000).default(150),
  REQUESTS_PER_MINUTE: wholeNumber(1, 10_000_000).default(600),
  USER_REQUESTS_PER_MINUTE: wholeNumber(1, 10_000_000).default(600),
  LOG_REPORTS_PER_MINUTE: wholeNumber(1, 1_000_000).default(30),
  CACHE_MEGABYTES: wholeNumber(1, 65_536).default(64),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

export type Config = z.output<typeof Settings>

/**
 * Reads the settings from the environment, which no other code does. An empty variable counts as absent. Throws
 * StartFailure that lists every setting that cannot be used.
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const read = Settings.safeParse(given)
  const problems = read.success
    ? missingForMail(read.data)
    : read.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`)
  if (read.success && problems.length === 0) return read.data
  throw new StartFailure(`These settings cannot be used: ${problems.join('; ')}`)
}

/** The public mirror of the game's art. */
const ART_MIRROR = 'https://cdn.brawlify.com'

/** The address from which the game's art comes, without a slash at its end; null for none. The demo has only what is set. */
export function artMirror({ ASSET_CDN_BASE: set, BRAWL_API_TOKEN: tokens }: Config): string | null {
  const base = set ?? (tokens.length > 0 ? ART_MIRROR : 'none')
  return base === 'none' ? null : base.replace(/\/+$/, '')
}

/** A mail needs a sender, and its links need the site's address. */
function missingForMail({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: Config): string[] {
  if (SMTP_URL === undefined) return MAIL_FROM === undefined ? [] : ['MAIL_FROM needs SMTP_URL']
  return [
    ...(MAIL_FROM === undefined ? ['SMTP_URL needs MAIL_FROM, the address that mails come from'] : []),
    ...(PUBLIC_URL === undefined ? ['SMTP_URL needs PUBLIC_URL, since the links in mails begin with it'] : []),
  ]
}

/**
 * What the C library and Node are to do with memory, as variables that they read when a process begins. glibc keeps what
 * threads free in an arena of each thread, and Node compiles the code of each thread anew: both would cost 100 MB.
 */
const MEMORY_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '30000',
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../dist/compiled'),
}

/** The environment with which the process is to restart; null when it has it already. What the operator set stays. */
export function environmentToRestart(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv | null {
  const whole = { ...MEMORY_ENVIRONMENT, ...environment }
  return Object.keys(MEMORY_ENVIRONMENT).every((name) => name in environment) ? null : whole
}

/** What a process of the product does. */
export type Roles = { site: boolean; collector: boolean }

const BOTH: Roles = { site: true, collector: true }
const ALONE: Record<string, Roles> = {
  serve: { site: true, collector: false },
  collect: { site: false, collector: true },
}

/** The roles of a command; no command means both in one process. Throws StartFailure. */
export function rolesOf(command: string | undefined, config: Pick<Config, 'DATABASE_URL'>): Roles {
  if (command === undefined) return BOTH
  const roles = ALONE[command]
  if (roles === undefined) throw new StartFailure(`There is no command ${command}: use serve, collect, or none`)
  if (config.DATABASE_URL === undefined) {
    throw new StartFailure(
      `"${command}" alone needs PostgreSQL (DATABASE_URL): the embedded store belongs to one process. ` +
        'Start without a command to run both in one.',
    )
  }
  return roles
}
