import type { UseQueryResult } from '@tanstack/react-query'
import { BROWSE_PAGE_SIZE } from '#shared/limits.ts'
import type { EntityType } from '#shared/tag.ts'
import type { Answer } from '../../api/client.ts'
import { thousands } from '../../format/abbreviate.ts'
import { WORDS } from './browse-words.ts'

type Props = { kind: EntityType; list: UseQueryResult<Answer<'GET /api/browse/entities'>>; filtered: boolean }

/** How many there are and which of them are shown; read out when it changes. */
export function TotalLine({ kind, list: { data, isPlaceholderData }, filtered }: Props) {
  return (
    <p role="status" className="mt-1 mb-6 min-h-6 text-mut">
      {data && !isPlaceholderData && `${totalWords(kind, data.total_entities, filtered)}${shown(data)}`}
      {isPlaceholderData && 'Loading…'}
    </p>
  )
}

function totalWords(kind: EntityType, total: number, filtered: boolean): string {
  const { one, plural } = WORDS[kind]
  return `${thousands(total)} ${filtered ? 'matching' : 'tracked'} ${total === 1 ? one : plural}`
}

function shown({ page, total_entities: total }: Answer<'GET /api/browse/entities'>): string {
  const first = (page - 1) * BROWSE_PAGE_SIZE + 1
  if (total <= BROWSE_PAGE_SIZE || first > total) return ''
  return `, ${thousands(first)} to ${thousands(Math.min(total, page * BROWSE_PAGE_SIZE))} shown`
}
