import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { queryRows } from '#server/database/database.ts'
import { AppError } from '#server/kernel/errors.ts'
import { callAddress, type MailComposers, pageAddress, queueMail, sendsMail } from '#server/reach/mail.ts'
import { makeLink } from '#server/reach/mail-links.ts'
import { type MailPart, nameInMail } from '#server/reach/mail-text.ts'
import { headlineOf, namesOf, playFacts, reachedInShort } from '#server/reach/week-text.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { chooseWeekMail, listWeekMails } from '#shared/contract/mail.ts'
import { addDays, calendarDay, dayInWords, dayOf, HOUR_MS } from '#shared/days.ts'
import { formatThousands, signed } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import { said, t } from '#shared/texts.ts'
import { admitUser } from '../http/shared-rate-limit.ts'
import { userDesks } from './open-desk.ts'
import { readStored } from './weeks.ts'

type WeekMails = Output<typeof listWeekMails>
type Choice = Output<typeof chooseWeekMail>

const OFFERED = { tag: z.string(), name: z.nullable(z.string()), asked: z.boolean(), confirmed: z.boolean() }

/** The clubs whose weekly report can come by mail, with what the user chose: at whose desk they are, and their own. */
export async function weekMailsOf(context: Context, userId: number): Promise<WeekMails> {
  const led = await readableDesks(context, userId)
  const rows = await queryRows(
    context.db,
    OFFERED,
    sql`
      select offered.tag, clubs.name, w.club_tag is not null as asked, w.confirmed_at is not null as confirmed from (
        select unnest(${led}::text[]) as tag
        union select my_club from users where id = ${userId} and my_club is not null
        union select club_tag from week_mails where user_id = ${userId}
      ) offered
        left join clubs on clubs.tag = offered.tag
        left join week_mails w on w.user_id = ${userId} and w.club_tag = offered.tag
      order by 1`,
  )
  const clubs = rows.map(({ tag, name, asked, confirmed }) => ({
    club_tag: tag,
    club_name: nameOrTag(name ?? tag, tag),
    state: asked ? (confirmed ? ('on' as const) : ('waiting' as const)) : ('off' as const),
    published_only: !led.includes(tag),
  }))
  return { clubs }
}

/** The clubs at whose desk the user may read reports that are not published. */
async function readableDesks(context: Context, userId: number): Promise<string[]> {
  const desks = await userDesks(context, userId)
  return desks.filter(({ role }) => role !== 'member').map(({ clubTag }) => clubTag)
}

type Wish = { userId: number; tag: string; wanted: boolean }

/** Notes that a weekly report is wanted and sends the mail that confirms it, or stops it. */
export async function chooseWeekMails(context: Context, { userId, tag, wanted }: Wish): Promise<Choice> {
  const { db, config } = context
  if (!wanted) {
    await db.deleteFrom('week_mails').where('user_id', '=', userId).where('club_tag', '=', tag).execute()
    return { state: 'off' }
  }
  if (context.installation.demo) {
    throw new AppError('forbidden', said('error.demoSendsNothing'), { code: 'trial_sends_nothing' })
  }
  const none = said('error.noReportMail')
  if (!sendsMail(context)) throw new AppError('not_found', none, { code: 'no_mail' })
  const club = (await weekMailsOf(context, userId)).clubs.find(({ club_tag }) => club_tag === tag)
  if (club === undefined) {
    const sentence = said('error.reportsOfYours')
    throw new AppError('not_found', sentence, { code: 'no_desk' })
  }
  if (club.state === 'on') return { state: 'on' }
  // The same count as of other mails that an account asks for.
  const limit = { name: 'mails', limit: config.MAILS_PER_HOUR, windowMs: HOUR_MS }
  await admitUser(context, limit, userId, said('error.severalMails'))
  await db.transaction().execute(async (inside) => {
    const row = { user_id: userId, club_tag: tag, asked_at: context.clock.now() }
    await inside
      .insertInto('week_mails')
      .values(row)
      .onConflict((same) => same.doNothing())
      .execute()
    await queueMail({ ...context, db: inside }, { userId, event: 'week_wanted', facts: { club: tag } })
  })
  return { state: 'waiting' }
}

const DUE = { userId: z.number(), tag: z.string(), week: z.string(), published: z.boolean() }

/** Days for which a report is news. Who asks for reports later gets the next one. */
const NEWS_DAYS = 7

/**
 * Puts the newest reports into the outbox for those who asked for them and may read them: what is not published goes to
 * leaders alone. Repeating it sends none twice, also in several processes at once.
 */
export async function mailDueWeeks(context: Context): Promise<void> {
  if (context.installation.demo || !sendsMail(context)) return
  const since = addDays(dayOf(context.clock.now()), -NEWS_DAYS)
  const due = await queryRows(
    context.db,
    DUE,
    sql`
      select w.user_id as "userId", w.club_tag as tag, r.week::text as week, r.published
      from week_mails w join week_reports r on r.desk = w.club_tag
      where w.confirmed_at is not null and r.week > ${since}::date and (w.last_week is null or r.week > w.last_week)
      order by r.week, w.user_id, w.club_tag`,
  )
  for (const { userId, tag, week, published } of due) {
    if (!published && !(await readableDesks(context, userId)).includes(tag)) continue
    await context.db.transaction().execute(async (db) => {
      const facts = { club: tag, week }
      await queueMail({ ...context, db }, { userId, event: 'week', facts, dedupeKey: `week ${tag} ${week}` })
      await db
        .updateTable('week_mails')
        .set({ last_week: week })
        .where('user_id', '=', userId)
        .where('club_tag', '=', tag)
        .execute()
    })
  }
}

/** The mails about reports. Who stopped them in the meantime gets none. */
export const weekMails = {
  week_wanted: async (context, { owner, facts: { club = '' } }) => {
    if (!(await isAsked(context, owner.userId, club))) return null
    const secret = await makeLink(context, { userId: owner.userId, purpose: 'week', clubTag: club })
    return () => ({
      subject: t('mail.weekWantedSubject'),
      parts: [
        t('mail.weekWanted', { club }),
        { link: t('mail.weekWantedLink'), to: pageAddress(context, `/confirm#${secret}`) },
        t('mail.weekWantedEnd'),
      ],
      why: t('mail.whyAsked'),
    })
  },
  week: async (context, { owner, facts: { club = '', week = '' } }) => {
    const [asked, report] = [await isAsked(context, owner.userId, club), await readStored(context, club, week)]
    if (!asked || report === null) return null
    const secret = await makeLink(context, { userId: owner.userId, purpose: 'unsubscribe', clubTag: club })
    const page = `/week/${tagInPath(club)}?date=${week}`
    return () => ({
      subject: t('mail.weekSubject', { club: nameInMail(report.fields.club_name) }),
      parts: [...weekParts(report), { link: t('mail.weekLink'), to: pageAddress(context, page) }],
      why: t('mail.whyAsked'),
      stop: pageAddress(context, `/unsubscribe#${secret}`),
      unsubscribe: callAddress(context, `/api/auth/unsubscribe/${secret}`),
    })
  },
} satisfies Partial<MailComposers>

async function isAsked({ db }: Context, userId: number, tag: string): Promise<boolean> {
  const row = await db
    .selectFrom('week_mails')
    .select('club_tag')
    .where('user_id', '=', userId)
    .where('club_tag', '=', tag)
    .executeTakeFirst()
  return row !== undefined
}

type Report = NonNullable<Awaited<ReturnType<typeof readStored>>>

/** The report as a mail says it. What is not known is left out. */
function weekParts({ fields: report, week }: Report): MailPart[] {
  const facts: (readonly [string, string])[] = [
    [t('ui.members'), formatThousands(report.members)],
    ...playFacts(report),
    ...listed(t('week.best'), report.best, ({ gain }) => signed(gain)),
    ...listed(t('week.falls'), report.falls, ({ gain }) => signed(gain)),
    ...listed(t('week.joined'), report.joiners),
    ...listed(t('week.left'), report.leavers),
    ...listed(t('week.cameAndLeft'), report.came_and_left),
    ...listed(t('week.leftAndBack'), report.left_and_back),
    ...listed(t('week.promoted'), report.promoted),
    ...listed(t('week.bests'), report.personal_bests, ({ trophies }) => formatThousands(trophies)),
    ...listed(t('club.prestigeTitle'), report.reached, reachedInShort),
  ]
  const club = nameInMail(report.club_name)
  const [from, to] = [dayInWords(report.from), dayInWords(addDays(calendarDay(report.date), -1))]
  return [t('mail.weekTitle', { club, from, to }), headlineOf(week), { facts }]
}

/** One line with the names of a list, each with what `more` adds; none for an empty list. */
function listed<Row extends { player_name: string }>(
  label: string,
  rows: readonly Row[],
  more: (row: Row) => string = () => '',
): (readonly [string, string])[] {
  if (rows.length === 0) return []
  return [[label, namesOf(rows.map((row) => `${nameInMail(row.player_name)} ${more(row)}`.trim()))]]
}
