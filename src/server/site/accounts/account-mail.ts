import { hash } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { queryRows } from '#server/database/database.ts'
import { AppError } from '#server/kernel/errors.ts'
import { networkOf } from '#server/kernel/limits.ts'
import { type MailComposers, pageAddress, queueMail, sendsMail } from '#server/reach/mail.ts'
import { forgetLinks, makeLink, openLink, useLink } from '#server/reach/mail-links.ts'
import { nameInMail } from '#server/reach/mail-text.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { confirmLink, unsubscribe } from '#shared/contract/mail.ts'
import { DAY_MS, HOUR_MS } from '#shared/days.ts'
import { FIRST_LANGUAGE } from '#shared/languages.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { pageLanguage, said, t } from '#shared/texts.ts'
import { admitUser } from '../http/shared-rate-limit.ts'
import { networkLimits } from './login-guard.ts'

/** The refusal of what needs mail, on a site that sends none. */
export function noMail(): AppError {
  const sentence = said('error.noMail')
  return new AppError('not_found', sentence, { code: 'no_mail' })
}

/** The age from which on a link for a new password is not sent any more: nobody waits for it. */
const RESET_WAITS_MS = HOUR_MS

/**
 * The mails about an account. None names the user: an account can be made with a stranger's address, and the username
 * would be a message to them.
 */
export const accountMails = {
  confirm: async (context, { owner }) => {
    if (owner.confirmed) return null
    const secret = await makeLink(context, { userId: owner.userId, purpose: 'confirm', clubTag: null })
    return () => ({
      subject: t('mail.confirmSubject'),
      parts: [
        t('mail.confirm'),
        { link: t('mail.confirmLink'), to: pageAddress(context, `/confirm#${secret}`) },
        t('mail.confirmEnd'),
      ],
      why: t('mail.why'),
    })
  },
  reset: async (context, { owner, askedAt }) => {
    if (context.clock.now().getTime() - askedAt.getTime() > RESET_WAITS_MS) return null
    const secret = await makeLink(context, { userId: owner.userId, purpose: 'reset', clubTag: null })
    return () => ({
      subject: t('mail.resetSubject'),
      parts: [
        t('mail.reset'),
        { link: t('mail.choosePassword'), to: pageAddress(context, `/password#${secret}`) },
        t('mail.resetLasts'),
        t('mail.resetEnd'),
      ],
      why: t('mail.whyAccount'),
    })
  },
  new_sign_in: async (context, { owner, facts: { browser = '', system = '', network = '' }, askedAt }) => {
    if (!owner.confirmed) return null
    return () => {
      const program = browser === OTHER_BROWSER ? t('mail.otherBrowser') : browser
      const facts = [
        [t('mail.browser'), system === '' ? program : t('mail.browserOn', { browser: program, system })],
        [t('mail.network'), network],
        [t('mail.time'), timeInMail(askedAt)],
      ] as const
      return {
        subject: t('mail.signInSubject'),
        parts: [t('mail.signIn'), { facts }, t('mail.ifYou'), t('mail.ifNot'), passwordLink(context)],
        why: t('mail.whyAccount'),
      }
    }
  },
  password_changed: async (context, { owner, askedAt }) => {
    if (!owner.confirmed) return null
    return () => ({
      subject: t('mail.changedSubject'),
      parts: [t('mail.changed', { time: timeInMail(askedAt) }), t('mail.changedEnd'), passwordLink(context)],
      why: t('mail.whyAccount'),
    })
  },
} satisfies Partial<MailComposers>

function passwordLink(context: Context) {
  return { link: t('mail.choosePassword'), to: pageAddress(context, '/password') }
}

/** A moment for readers in any time zone. */
function timeInMail(moment: Date): string {
  const options = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const
  // American English has a clock of 12 hours.
  const locale = pageLanguage() === FIRST_LANGUAGE ? 'en-GB' : `${pageLanguage()}-u-nu-latn`
  return `${new Intl.DateTimeFormat(locale, options).format(moment)} UTC`
}

/** Sends the mail that confirms the address of a new account. Called in the transaction that makes it. */
export async function askToConfirm(context: Context, userId: number): Promise<void> {
  if (sendsMail(context)) await queueMail(context, { userId, event: 'confirm' })
}

/** Sends that mail again, as often as an account may ask for mails. */
export async function askAgain(context: Context, userId: number): Promise<void> {
  if (!sendsMail(context)) throw noMail()
  await admitUser(context, networkLimits(context).mails, userId, said('error.severalMails'))
  await askToConfirm(context, userId)
}

/** Warns a user that the password was changed. Called in the transaction that changes it. */
export async function tellOfNewPassword(context: Context, userId: number): Promise<void> {
  if (sendsMail(context)) await queueMail(context, { userId, event: 'password_changed' })
}

/** Confirms an address or a weekly report with the link of a mail. Both show that the address is the user's. */
export async function confirmByToken(context: Context, token: string): Promise<Output<typeof confirmLink>> {
  const link = await openLink(context, token, ['confirm', 'week'])
  const now = context.clock.now()
  await context.db.transaction().execute(async (db) => {
    await useLink({ ...context, db }, token, [link.purpose])
    await noteConfirmed({ ...context, db }, link.userId)
    if (link.clubTag !== null) {
      await db
        .updateTable('week_mails')
        .set({ confirmed_at: now })
        .where('user_id', '=', link.userId)
        .where('club_tag', '=', link.clubTag)
        .where('confirmed_at', 'is', null)
        .execute()
    }
  })
  context.log.info({ audit: 'mail_confirmed', userId: link.userId }, 'email address confirmed')
  return {
    address: await maskedAddress(context, link.userId),
    week_mail: link.clubTag === null ? null : await clubFields(context, link.clubTag),
  }
}

/** Notes that a user has shown that the address is theirs. */
export async function noteConfirmed({ db, clock }: Pick<Context, 'db' | 'clock'>, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_confirmed_at: clock.now() })
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is', null)
    .execute()
}

/** Stops a weekly report with the link of a mail. Repeating it changes nothing. */
export async function stopWeekMail(context: Context, token: string): Promise<Output<typeof unsubscribe>> {
  const { userId, clubTag } = await openLink(context, token, ['unsubscribe'])
  const tag = clubTag ?? ''
  await context.db.deleteFrom('week_mails').where('user_id', '=', userId).where('club_tag', '=', tag).execute()
  context.log.info({ audit: 'week_mail_stopped', userId }, 'weekly report stopped')
  return { address: await maskedAddress(context, userId), ...(await clubFields(context, tag)) }
}

/**
 * `b…@example.com`, and `…@example.com` for a name of one letter: users know which of their addresses it is, and whoever
 * has a forwarded mail does not learn it.
 */
async function maskedAddress({ db }: Context, userId: number): Promise<string> {
  const { email } = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  return email.replace(/^(?:.(?=@)|(.).*(?=@))/u, '$1…')
}

async function clubFields({ db }: Context, tag: string): Promise<Omit<Output<typeof unsubscribe>, 'address'>> {
  const club = await db.selectFrom('clubs').select('name').where('tag', '=', tag).executeTakeFirst()
  return { club_tag: tag, club_name: nameOrTag(club?.name ?? tag, tag) }
}

/** Where somebody signs in from. */
export type SignInFrom = { address: string; agent: string }

const SEEN = { known: z.number(), matching: z.number() }

/**
 * Notes from where a user signed in, and warns them of a browser or a network that was not there before. The first sign-in
 * warns of nothing.
 */
export async function noteSignIn(context: Context, userId: number, { address, agent }: SignInFrom): Promise<void> {
  if (!sendsMail(context)) return
  const network = networkOf(address, 24)
  const { browser, system } = browserOf(agent)
  const program = system === undefined ? browser : `${browser} on ${system}`
  const traits = [`network ${network}`, `browser ${program}`].map((trait) => {
    return hash('sha256', `user ${userId} ${trait}`, 'buffer')
  })
  await context.db.transaction().execute(async (db) => {
    const [seen] = await queryRows(
      db,
      SEEN,
      sql`
        select count(*)::integer as known, count(*) filter (where trait = any(${traits}::bytea[]))::integer as matching
        from known_sign_ins where user_id = ${userId}`,
    )
    await db
      .insertInto('known_sign_ins')
      .values(traits.map((trait) => ({ user_id: userId, trait, seen_at: context.clock.now() })))
      .onConflict((conflict) => conflict.columns(['user_id', 'trait']).doUpdateSet({ seen_at: context.clock.now() }))
      .execute()
    if (seen === undefined || seen.known === 0 || seen.matching === traits.length) return
    await queueMail(
      { ...context, db },
      { userId, event: 'new_sign_in', facts: { browser, system: system ?? '', network: nameInMail(network) } },
    )
  })
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const OTHER_BROWSER = 'Another program'

/** A browser and its system in words that updates do not change. Nothing else of what it sends gets into a mail. */
export function browserOf(agent: string): { browser: string; system: string | undefined } {
  const find = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(agent))?.[1]
  return { browser: find(BROWSERS) ?? OTHER_BROWSER, system: find(SYSTEMS) }
}

/** Time without use after which a browser or network is new again. */
const REMEMBERED_MS = 180 * DAY_MS

/** Deletes links that are over, and from where nobody signed in for long. */
export async function forgetMailTraces(context: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const until = new Date(context.clock.now().getTime() - REMEMBERED_MS)
  await context.db.deleteFrom('known_sign_ins').where('seen_at', '<', until).execute()
  await forgetLinks(context)
}
