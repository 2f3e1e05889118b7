import type { Context } from '#server/context.ts'
import {
  decide,
  getClubQueue,
  getNotice,
  getQueue,
  getRules,
  inviteStaff,
  listDeskMembers,
  listStaff,
  previewRules,
  setNotice,
  setRules,
} from '#shared/contract/desk.ts'
import {
  addChannel,
  changeChannel,
  listChannels,
  listSamplePosts,
  removeChannel,
  testChannel,
} from '#shared/contract/desk-channels.ts'
import { chooseMyClub, chooseMyPlayer, listDesks, unlinkPlayer } from '#shared/contract/desk-links.ts'
import { listLog, undoChange } from '#shared/contract/desk-log.ts'
import { checkApplicants, listFormer } from '#shared/contract/desk-people.ts'
import {
  addAbsence,
  addMark,
  addOwnAbsence,
  changeAbsence,
  changeMark,
  listAbsences,
  listMarks,
  makeAbsenceLink,
  readOwnAbsences,
  removeAbsence,
  removeMark,
  removeOwnAbsence,
} from '#shared/contract/desk-records.ts'
import type { AnyEndpoint, Input, Output } from '#shared/contract/endpoint.ts'
import { getClubGoal, getDeskGoal, setGoal, withdrawGoal } from '#shared/contract/goals.ts'
import { chooseWeekMail, listWeekMails } from '#shared/contract/mail.ts'
import {
  getClubReview,
  getDeskReview,
  getOwnReview,
  getPlayerReview,
  listClubReviews,
  listDeskReviews,
  listOwnReviews,
  listPlayerReviews,
  shareDeskReview,
  shareOwnReview,
} from '#shared/contract/reviews.ts'
import { getPublishedWeek, getWeek, listWeeks, publishWeek } from '#shared/contract/weeks.ts'
import { MINUTE_MS } from '#shared/days.ts'
import { said } from '#shared/texts.ts'
import { aboutClub, aboutPlayer } from '../http/response-cache.ts'
import { type Server, serve, signedIn, type Visitor } from '../http/serve.ts'
import { admitKey, admitShared } from '../http/shared-rate-limit.ts'
import type { Asking } from '../http/visitor-key.ts'
import { createAbsence, deleteAbsence, readAbsences, readFormer, updateAbsence } from './absences.ts'
import { readApplicants } from './applicants.ts'
import { createChannel, deleteChannel, readChannels, sendTest, updateChannel } from './channels.ts'
import { readQueue, storeDecision } from './decisions.ts'
import { readLog, undoEntry } from './desk-log.ts'
import { deleteGoal, publicGoal, readDeskGoal, storeGoal } from './goals.ts'
import { createMark, deleteMark, readMarks, updateMark } from './marks.ts'
import { chooseClub, choosePlayer, desksOf, unlink } from './my-desks.ts'
import { type Desk, openDesk } from './open-desk.ts'
import { createOwnAbsence, deleteOwnAbsence, makeLink, ownAbsences } from './own-absences.ts'
import { deskMembers, previewQueue, publicQueue } from './queue.ts'
import * as reviews from './reviews.ts'
import { inviteMember, readNotice, readRules, readStaff, storeNotice, storeRules } from './rules.ts'
import { samplePosts } from './sample-posts.ts'
import { chooseWeekMails, weekMailsOf } from './week-mails.ts'
import { readPublished, readWeek, readWeeks, setPublished } from './weeks.ts'

const OK = { ok: true as const }
const TOO_MANY = said('error.lotAtOnce')

export function registerDesk(server: Server, context: Context): void {
  registerEntrance(server, context)
  registerQueue(server, context)
  registerRecords(server, context)
  registerOwnAbsences(server, context)
  registerWeeks(server, context)
  registerGoals(server, context)
  registerReviews(server, context)
  registerChannels(server, context)
}

type Given<E> = Input<E> & { params: { tag: string } }
type DeskHandler<E> = (desk: Desk, input: Given<E>, asking: Asking) => Promise<Output<E>>

/** Counts a change by a user, or at a desk that is tried, and by the network. */
async function admitWrite(context: Context, who: string, address: string): Promise<void> {
  const limit = context.config.DESK_WRITES_PER_MINUTE
  await admitKey(context, { name: 'desk writes', limit, windowMs: MINUTE_MS }, who, TOO_MANY)
  await admitNetwork(context, address)
}

/** Several leaders may share a network. */
function admitNetwork(context: Context, address: string): Promise<void> {
  const limit = 2 * context.config.DESK_WRITES_PER_MINUTE
  return admitShared(context, { name: 'desk writes of a network', limit, windowMs: MINUTE_MS }, address, TOO_MANY)
}

/** Serves a call at a club's desk: opens the desk for the role that the call declares, and counts what may write. */
function serveDesk<E extends AnyEndpoint>(
  server: Server,
  context: Context,
  endpoint: E,
  handler: DeskHandler<E>,
): void {
  const answer = async (call: Given<E> & Asking & { opened: Desk }) => {
    const { visitor, address, opened: desk } = call
    if (endpoint.method !== 'GET') await admitWrite(context, `${desk.userId ?? desk.key}`, address)
    return handler(desk, call, { visitor, address })
  }
  serve<E, Desk>(server, endpoint, (call) => answer(call as Given<E> & typeof call), {
    open({ params, visitor, address }) {
      // A call that declares no role would be the owner's alone.
      return openDesk(context, { visitor, address }, (params as { tag: string }).tag, endpoint.role ?? 'owner')
    },
  })
}

/** Linking players, and the desks of a user. */
function registerEntrance(server: Server, context: Context): void {
  serve(server, listDesks, (call) => desksOf(context, call))
  serve(server, chooseMyClub, ({ visitor, body }) => chooseClub(context, signedIn(visitor).userId, body.tag))
  serve(server, chooseMyPlayer, ({ visitor, body }) => choosePlayer(context, signedIn(visitor).userId, body.tag))
  serve(server, unlinkPlayer, async ({ visitor, params }) => {
    await unlink(context, signedIn(visitor).userId, params.player)
    return OK
  })
}

function registerQueue(server: Server, context: Context): void {
  serve(server, getClubQueue, ({ params }) => publicQueue(context, params.tag), { cache: aboutClub })
  serveDesk(server, context, getQueue, (desk) => readQueue(context, desk))
  serveDesk(server, context, decide, (desk, { params, body }) =>
    storeDecision(context, desk, { ...body, player: params.player }),
  )
  serveDesk(server, context, listDeskMembers, (desk) => deskMembers(context, desk))
  serveDesk(server, context, getRules, (desk) => readRules(context, desk))
  serveDesk(server, context, setRules, (desk, { body }) => storeRules(context, desk, body))
  serveDesk(server, context, getNotice, (desk) => readNotice(context, desk))
  serveDesk(server, context, setNotice, (desk, { body }) => storeNotice(context, desk, body))
  serveDesk(server, context, previewRules, (desk, { body }) => previewQueue(context, desk, body.rules))
  serveDesk(server, context, listStaff, (desk) => readStaff(context, desk))
  serveDesk(server, context, inviteStaff, (desk, { params, body }) =>
    inviteMember(context, desk, { player: params.player, invited: body.invited }),
  )
}

function registerRecords(server: Server, context: Context): void {
  serveDesk(server, context, listMarks, (desk, { query }) => readMarks(context, desk, query))
  serveDesk(server, context, addMark, (desk, { body }) => createMark(context, desk, body))
  serveDesk(server, context, changeMark, (desk, { params, body }) =>
    updateMark(context, desk, { ...body, id: params.record_id }),
  )
  serveDesk(server, context, removeMark, (desk, { params, body }) =>
    deleteMark(context, desk, { ...body, id: params.record_id }),
  )
  serveDesk(server, context, listAbsences, (desk) => readAbsences(context, desk))
  serveDesk(server, context, addAbsence, (desk, { body }) => createAbsence(context, desk, body))
  serveDesk(server, context, changeAbsence, (desk, { params, body }) =>
    updateAbsence(context, desk, { ...body, id: params.record_id }),
  )
  serveDesk(server, context, removeAbsence, (desk, { params, body }) =>
    deleteAbsence(context, desk, { ...body, id: params.record_id }),
  )
  serveDesk(server, context, listFormer, (desk, { query }) => readFormer(context, desk, query))
  serveDesk(server, context, checkApplicants, (desk, { body }, asking) =>
    readApplicants(context, desk, body.text, asking),
  )
  serveDesk(server, context, listLog, (desk, { query }) => readLog(context, desk, query))
  serveDesk(server, context, undoChange, (desk, { params }) => undoEntry(context, desk, params.record_id))
}

function registerWeeks(server: Server, context: Context): void {
  serveDesk(server, context, listWeeks, (desk) => readWeeks(context, desk))
  serveDesk(server, context, getWeek, (desk, { params }) => readWeek(context, desk, params.date))
  serveDesk(server, context, publishWeek, (desk, { params, body }) =>
    setPublished(context, desk, { ...body, date: params.date }),
  )
  serve(server, getPublishedWeek, ({ params }) => readPublished(context, params.tag, params.date))
  serve(server, listWeekMails, ({ visitor }) => weekMailsOf(context, signedIn(visitor).userId))
  serve(server, chooseWeekMail, ({ visitor, params, body }) => {
    return chooseWeekMails(context, { userId: signedIn(visitor).userId, tag: params.tag, wanted: body.wanted })
  })
}

function registerGoals(server: Server, context: Context): void {
  serve(server, getClubGoal, ({ params }) => publicGoal(context, params.tag), { cache: aboutClub })
  serveDesk(server, context, getDeskGoal, (desk) => readDeskGoal(context, desk))
  serveDesk(server, context, setGoal, (desk, { body }) => storeGoal(context, desk, body))
  serveDesk(server, context, withdrawGoal, (desk, { params, body }) =>
    deleteGoal(context, desk, { ...body, id: params.record_id }),
  )
}

function registerReviews(server: Server, context: Context): void {
  const [ofClub, ofPlayer] = [{ cache: aboutClub }, { cache: aboutPlayer }]
  serve(server, listClubReviews, ({ params }) => reviews.publicReviews(context, 'club', params.tag), ofClub)
  serve(server, getClubReview, ({ params }) => reviews.publicReview(context, 'club', params.tag, params.period), ofClub)
  serve(server, listPlayerReviews, ({ params }) => reviews.publicReviews(context, 'player', params.tag), ofPlayer)
  serve(
    server,
    getPlayerReview,
    ({ params }) => reviews.publicReview(context, 'player', params.tag, params.period),
    ofPlayer,
  )
  const owner = (visitor: Visitor) => signedIn(visitor).userId
  serve(server, listOwnReviews, ({ visitor, params }) => reviews.ownReviews(context, owner(visitor), params.player))
  serve(server, getOwnReview, ({ visitor, params: { player, period } }) =>
    reviews.ownReview(context, owner(visitor), player, period),
  )
  serve(server, shareOwnReview, async ({ visitor, address, params, body }) => {
    await admitWrite(context, `${owner(visitor)}`, address)
    return reviews.shareOwn(context, owner(visitor), params.player, { period: params.period, shared: body.shared })
  })
  serveDesk(server, context, listDeskReviews, (desk) => reviews.deskReviews(context, desk))
  serveDesk(server, context, getDeskReview, (desk, { params }) => reviews.deskReview(context, desk, params.period))
  serveDesk(server, context, shareDeskReview, (desk, { params, body }) =>
    reviews.shareAtDesk(context, desk, { ...body, period: params.period }),
  )
}

function registerChannels(server: Server, context: Context): void {
  serveDesk(server, context, listChannels, (desk) => readChannels(context, desk))
  serveDesk(server, context, listSamplePosts, (desk, { query }) => samplePosts(context, desk, query))
  serveDesk(server, context, addChannel, (desk, { body }) => createChannel(context, desk, body))
  serveDesk(server, context, changeChannel, (desk, { params, body }) =>
    updateChannel(context, desk, { ...body, id: params.record_id }),
  )
  serveDesk(server, context, removeChannel, (desk, { params, body }) =>
    deleteChannel(context, desk, { ...body, id: params.record_id }),
  )
  serveDesk(server, context, testChannel, async (desk, { params }) => {
    await sendTest(context, desk, params.record_id)
    return OK
  })
}

/** A member's own absences: the link is made at the desk, and then works without an account. */
function registerOwnAbsences(server: Server, context: Context): void {
  const admit = (address: string) => admitNetwork(context, address)
  serveDesk(server, context, makeAbsenceLink, (desk, { body }) => makeLink(context, desk, body.player_tag))
  serve(server, readOwnAbsences, async ({ body, address }) => {
    await admit(address)
    return ownAbsences(context, body.token)
  })
  serve(server, addOwnAbsence, async ({ body, address }) => {
    await admit(address)
    return createOwnAbsence(context, body)
  })
  serve(server, removeOwnAbsence, async ({ body, address }) => {
    await admit(address)
    return deleteOwnAbsence(context, body)
  })
}
