import { hash } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { newSecret } from '#server/kernel/secrets.ts'
import { DAY_MS } from '#shared/days.ts'
import type { MailEvent, MessageEvent } from '#shared/kinds.ts'
import { type Language, languagePrefix } from '#shared/languages.ts'
import { pageLanguage, sayIn } from '#shared/texts.ts'
import { htmlMail, type MailText, plainMail } from './mail-text.ts'
import { type Deliverer, enqueue, type Outcome } from './outbox.ts'

/** Whether this installation sends mail at all. */
export function sendsMail({ config }: Pick<Context, 'config'>): boolean {
  return config.SMTP_URL !== undefined
}

/** The address of a call. */
export function callAddress({ config }: Pick<Context, 'config'>, path: string): string {
  const { PUBLIC_URL = `http://${config.HOST}:${config.PORT}` } = config
  return PUBLIC_URL.replace(/\/+$/, '') + path
}

/**
 * The address of a page in the language that is spoken, for a mail. What stands behind `#` no server sees, nor writes into
 * a log.
 */
export function pageAddress(context: Pick<Context, 'config'>, path: string): string {
  return callAddress(context, languagePrefix(pageLanguage()) + path)
}

const QUEUED = z.object({ user_id: z.nullable(z.number()), facts: z.record(z.string(), z.string()) })

/** The facts that a mail is made of. They hold no secret: links are made when the mail is sent. */
type Facts = Record<string, string>

type QueuedMail = {
  /** Null for a name that nobody has: the mail is never sent, and to store it takes the same work. */
  userId: number | null
  event: MailEvent
  facts?: Facts
  /** A user gets a mail with the same key once; left out, each one is another. */
  dedupeKey?: string
}

/** Puts a mail to a user's address into the outbox, in the transaction `db` where the context has one. */
export async function queueMail(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  { userId, event, facts = {}, dedupeKey = newSecret() }: QueuedMail,
): Promise<void> {
  const payload: z.output<typeof QUEUED> = { user_id: userId, facts }
  const channel = channelOf(userId)
  await enqueue(context, context.db, { kind: 'mail', channel, event, dedupeKey, dueAt: context.clock.now(), payload })
}

/** The outbox's channel of a user. */
export function channelOf(userId: number | null): string {
  return userId === null ? 'nobody' : `user ${userId}`
}

/** Whom a mail is for. */
type MailOwner = { userId: number; email: string; confirmed: boolean; language: Language }

type MailOrder = { owner: MailOwner; facts: Facts; askedAt: Date }

/** `unsubscribe`: the address that stops such mails when a program posts to it. */
type Mail = MailText & { unsubscribe?: string }

/**
 * Gathers what a mail tells when it is to be sent, and returns what says it in the owner's language; null when nobody wants
 * the mail any more.
 */
type ComposeMail = (context: Context, order: MailOrder) => Promise<(() => Mail) | null>
export type MailComposers = Readonly<Record<MailEvent, ComposeMail>>

/** The age from which on a mail is no news any more, for example one that came back with a restored backup. */
const STALE_MS = DAY_MS

export function mailDeliverer(
  context: Context,
  composers: Readonly<Partial<Record<MessageEvent, ComposeMail>>>,
): Deliverer {
  return async ({ event, payload, createdAt, channel, sending }) => {
    const { user_id, facts } = z.parse(QUEUED, payload)
    const age = context.clock.now().getTime() - createdAt.getTime()
    if (age > STALE_MS) return { kind: 'refused', reason: 'The mail server took no mail for a day' }
    const owner = user_id === null ? null : await readOwner(context, user_id)
    if (owner === null) return { kind: 'refused', reason: 'There is no such account' }
    if (!MAILABLE.test(owner.email)) return { kind: 'refused', reason: 'The address has characters that are not sent' }
    const say = await composers[event]?.(context, { owner, facts, askedAt: createdAt })
    if (say === undefined || say === null) return { kind: 'refused', reason: 'Nobody wants it any more' }
    const told = JSON.stringify([channel, event, createdAt, facts])
    const id = hash('sha256', told).slice(0, 32)
    const mail = sayIn(context.texts(owner.language), () => written(say()))
    const message = await compile(context, { ...mail, to: owner.email, id })
    return sendBySmtp(context, { to: owner.email, message, sending })
  }
}

async function readOwner({ db }: Context, userId: number): Promise<MailOwner | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'email_confirmed_at', 'language'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { email, language } = row
  return { userId, email, confirmed: row.email_confirmed_at !== null, language }
}

/** Addresses without quotes, brackets, commas and spaces, which mean something in a header or a command. */
const MAILABLE = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d.-]+$/i

type Written = Pick<Mail, 'subject' | 'unsubscribe'> & { text: string; html: string }

function written(mail: Mail): Written {
  const { subject, unsubscribe } = mail
  return { subject, text: plainMail(mail), html: htmlMail(mail), ...(unsubscribe === undefined ? {} : { unsubscribe }) }
}

/** The mail with its headers. The id is the same when it is sent again, so that a reader sees it once. */
async function compile({ config, clock }: Context, mail: Written & { to: string; id: string }): Promise<Buffer> {
  const from = config.MAIL_FROM ?? ''
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  const composed = new MailComposer({
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: clock.now(),
    messageId: `<${mail.id}@${domain}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribe === undefined
        ? {}
        : { 'List-Unsubscribe': `<${mail.unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  })
  return composed.compile().build()
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }

/** What SMTP_URL says. A password goes over an encrypted connection alone, but to this machine. */
function serverOf({ SMTP_URL = '' }: Context['config']) {
  const given = parseConnectionUrl(SMTP_URL)
  const local = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(given.host ?? '')
  const options = {
    requireTLS: given.auth !== undefined && !local && !given.secure,
    ...TIMEOUTS,
    ...given,
    logger: false,
  }
  return { options, auth: given.auth }
}

type Sending = { to: string; message: Buffer; sending: () => Promise<void> }

/** Sends a message to one address. Only what fails after the server began to take it may have arrived. */
async function sendBySmtp({ config, log }: Context, { to, message, sending }: Sending): Promise<Outcome> {
  const { options, auth } = serverOf(config)
  const connection = new SMTPConnection(options)
  const step = stepsOf(connection)
  let begun = false
  try {
    await step((done) => connection.connect(done))
    if (auth !== undefined) await step((done) => connection.login(auth, done))
    await sending()
    // A connection that broke meanwhile takes nothing, so the mail surely did not arrive.
    await step((done) => done())
    begun = true
    const from = /<([^>]+)>/.exec(config.MAIL_FROM ?? '')?.[1] ?? config.MAIL_FROM ?? ''
    const envelope = { from, to: [to], size: message.length }
    await step((done) => connection.send(envelope, message, done))
    connection.quit()
    return { kind: 'sent' }
  } catch (error) {
    connection.close()
    return failure(error as SMTPConnection.SMTPError, { begun, log })
  }
}

/**
 * What waits for a step of the connection. The connection may break at any moment, also between two steps and after the
 * last: an error that nobody listens to would end the process, and a step after it would wait for ever.
 */
function stepsOf(connection: SMTPConnection) {
  const broken = new Promise<never>((_resolve, reject) => {
    connection.on('error', reject)
    // A step that the end interrupts tells the reason itself, if it has one.
    connection.on('end', () => setImmediate(reject, Object.assign(new Error('Closed'), { code: 'ECONNECTION' })))
  })
  broken.catch(() => {})
  return (begin: (done: (error?: Error | null) => void) => void): Promise<void> => {
    const done = new Promise<void>((resolve, reject) => begin((error) => (error ? reject(error) : resolve())))
    return Promise.race([broken, done])
  }
}

const LASTING = 500

/** What a failure means. A server's own words may name the address, so only its code is told and logged. */
function failure(error: SMTPConnection.SMTPError, { begun, log }: { begun: boolean } & Pick<Context, 'log'>): Outcome {
  const { code = 'unknown', responseCode, command } = error
  // Not an error of the mail server: the outbox knows what it means.
  if (code === 'unknown' && responseCode === undefined && !begun) throw error
  const answer = responseCode === undefined ? code : `${code} ${responseCode}`
  log.warn({ code, responseCode, command }, sentenceOf(code))
  const reason = `The mail server did not take it (${answer})`
  if (begun && responseCode === undefined && code !== 'EENVELOPE') return { kind: 'unsure', reason }
  // The server refuses the message or the address, and will again. Refused credentials are the operator's to correct.
  const lasting = responseCode !== undefined && responseCode >= LASTING && code !== 'EAUTH'
  return { kind: lasting ? 'refused' : 'failed', reason }
}

function sentenceOf(code: string): string {
  if (code === 'EAUTH') return 'the mail server refuses the user or password of SMTP_URL'
  if (code === 'ETLS') return 'the mail server of SMTP_URL offers no encrypted connection that can be trusted'
  return 'a mail was not taken by the mail server of SMTP_URL'
}
