import { plainName } from '#shared/plain-name.ts'
import type { Timeframe } from '#shared/timeframe.ts'
import { signed, thousands } from '../../format/abbreviate.ts'
import { roleName, roleRank } from '../../format/member-role.ts'
import { fullTime } from '../../format/relative-time.ts'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { KnownNumber } from '../../ui/KnownNumber.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RoleLabel } from '../../ui/RoleLabel.tsx'
import type { Column } from '../../ui/table-column.ts'
import { Unknown } from '../../ui/Unknown.tsx'
import type { MemberRow } from './member-rows.ts'

const DAY_MS = 86_400_000
const oneDecimal = (value: number) => value.toFixed(1)

/** Columns of the member table; gains and scores are those of the timeframe. */
export function memberColumns(days: Timeframe): Column<MemberRow>[] {
  return [
    {
      id: 'name',
      header: 'Member',
      sortBy: ({ name }) => plainName(name),
      cell: ({ tag, name }) => (
        <EntityLink to="/player/$tag" tag={tag} name={name} className="block max-w-56" clipped />
      ),
    },
    {
      id: 'role',
      header: 'Role',
      sortBy: ({ role }) => roleRank(role),
      cell: ({ role }) => <RoleLabel role={role} />,
      sheet: ({ role }) => roleName(role),
      phone: 'plain',
    },
    {
      id: 'trophies',
      header: 'Trophies',
      sortBy: ({ trophies }) => trophies,
      cell: ({ trophies }) => thousands(trophies),
      numeric: true,
      phone: 'lead',
    },
    { id: 'gain', header: `In ${days} d`, numeric: true, ...numberCell(({ gain }) => gain, signed) },
    { id: 'score', header: 'Score', numeric: true, ...numberCell((row) => row.overall_score, oneDecimal) },
    {
      id: 'activity',
      header: 'Activity',
      numeric: true,
      phone: 'none',
      ...numberCell((row) => row.activity_score, oneDecimal),
    },
    {
      id: 'seen',
      header: 'Last change',
      phone: 'none',
      sortBy: ({ silence }) => silence && -silence.days,
      cell: (row) => <LastChange {...row} />,
      sheet: ({ last_change_at }) => last_change_at,
    },
    {
      id: 'tag',
      header: 'Tag',
      phone: 'none',
      sortBy: ({ tag }) => tag,
      cell: ({ tag }) => <span translate="no">{tag}</span>,
    },
  ]
}

/** Hours on the first day; then UTC days, as silence is counted. */
function LastChange({ silence, last_change_at: time }: MemberRow) {
  if (silence === null) return <Unknown />
  if (time !== null && silence.days < 2 && Date.now() - Date.parse(time) < DAY_MS) return <RelativeTime time={time} />
  const words = `${silence.days}${silence.atLeast ? '+' : ''} ${silence.days === 1 ? 'day' : 'days'} ago`
  return <span title={time === null ? 'No change was ever seen' : fullTime(time)}>{words}</span>
}

function numberCell(read: (row: MemberRow) => number | null, format: (value: number) => string) {
  return { sortBy: read, cell: (row: MemberRow) => <KnownNumber value={read(row)} format={(value) => format(value)} /> }
}
