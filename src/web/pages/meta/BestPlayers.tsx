import { nameOrTag } from '#shared/plain-name.ts'
import { byLowerEnd } from '#shared/rate-order.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { ratedColumns } from '#web/charts/WinRate.tsx'
import { Card } from '#web/ui/Card.tsx'
import { dayLabel } from '#web/ui/date-words.ts'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { SortableTable } from '#web/ui/SortableTable.tsx'
import type { Column } from '#web/ui/TableTools.tsx'

type OneBrawler = Answer<'GET /api/analytics/meta/brawler/{brawler_id}'>
type Row = OneBrawler['players'][number]

type Props = Pick<OneBrawler, 'players' | 'players_since' | 'family'> & {
  /** What the brawler is called. */
  name: string
}

const ROWS_AT_FIRST = 5

const columns = (): readonly Column<Row>[] => [
  {
    id: 'player',
    header: t('ui.player'),
    sortBy: ({ name, tag }) => nameOrTag(name, tag),
    cell: ({ tag, name }) => <EntityLink to="/player/$tag" tag={tag} name={name} clipped />,
  },
  ...ratedColumns<Row>(({ name, tag }) => nameOrTag(name, tag)),
]

/** The tracked players who do best with a brawler, by what they surely win. */
export function BestPlayers({ players, players_since, family, name }: Props) {
  if (players.length === 0) return <Nobody />
  return (
    <Card title={t('meta.best')}>
      <p className="mb-3 text-sm text-mut">
        {t(family === 'ladder' ? 'meta.bestLadder' : 'meta.bestRanked', { day: dayLabel(players_since) })}
      </p>
      <SortableTable
        label={t('meta.bestOf', { brawler: name })}
        columns={columns()}
        rows={players.toSorted(byLowerEnd)}
        rowKey={({ tag }) => tag}
        few={ROWS_AT_FIRST}
        fileName={`${name}-players`}
      />
    </Card>
  )
}

function Nobody() {
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg font-semibold">{t('meta.best')}</h2>
        <div className="text-sm text-mut">
          <p>{t('meta.nobody')}</p>
          <p>{t('meta.nobodyHint')}</p>
        </div>
      </div>
    </Card>
  )
}
