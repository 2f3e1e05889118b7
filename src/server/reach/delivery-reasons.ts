import type { DeliveryReason } from '#shared/contract/delivery-reasons.ts'

/** Why a message did not arrive: the sentence for the API and the log, and its facts where pages say it themselves. */
export type Cause = { reason: string; facts?: DeliveryReason }

/** The sentence of what Discord did with a message, with its facts. */
export function because(facts: DeliveryReason): Required<Cause> {
  return { reason: sentenceOf(facts), facts }
}

const SENTENCES: Record<Exclude<DeliveryReason['code'], 'unreachable' | 'answered' | 'refused'>, string> = {
  channel_paused: 'The channel was paused',
  channel_removed: 'The channel was removed',
  webhook_deleted: 'The webhook was deleted in Discord',
  address_unknown: 'Discord does not know the address: the webhook was deleted or its address renewed',
  not_allowed: 'Discord does not let the webhook post any more',
  no_answer: 'Discord did not answer',
  answer_broken: 'The answer of Discord broke off',
  answer_late: 'Discord did not answer in time (504)',
  nothing_taken: 'Discord took no message for a day',
  unconfirmed: 'Sent twice, and never confirmed',
}

function sentenceOf(facts: DeliveryReason): string {
  switch (facts.code) {
    case 'unreachable':
      return `Discord cannot be reached (${facts.error ?? 'in time'})`
    case 'answered':
      return `Discord answered ${facts.status}`
    case 'refused':
      return `Discord does not take the message (${[facts.status, facts.discord_code].filter((part) => part !== null).join(', ')})`
    default:
      return SENTENCES[facts.code]
  }
}
