import { useQuery } from '@tanstack/react-query'
import { plainName } from '#shared/plain-name.ts'
import type { EntityType } from '#shared/tag.ts'
import { clubQuery } from '../../api/club-queries.ts'
import { playerQuery } from '../../api/player-queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

type Props = { type: EntityType; chosen: string | undefined }

/** What is still to be chosen, while there are not two. */
export function ChooseNext({ type, chosen }: Props) {
  return chosen === undefined ? <Choose title={`Choose two ${type}s`} /> : <Second type={type} tag={`#${chosen}`} />
}

function Second({ type, tag }: { type: EntityType; tag: string }) {
  const club = useQuery({ ...clubQuery(tag), enabled: type === 'club' })
  const player = useQuery({ ...playerQuery(tag), enabled: type === 'player' })
  const name = (type === 'club' ? club : player).data?.name
  // U+2068 and U+2069 hold the name together, whichever way it is written.
  const who = name === undefined ? tag : `\u2068${plainName(name)}\u2069 (${tag})`
  return <Choose title={`Choose ${type === 'club' ? 'a club' : 'whom'} to compare ${who} with`} />
}

function Choose({ title }: { title: string }) {
  return <EmptyState title={title} hint="By their tag, or by a part of their name where they are tracked here." />
}
