import { brawlerName } from '#shared/game-names.ts'
import { useArt } from '#web/app/queries.ts'
import { BrawlerPicture } from '#web/chrome/GamePictures.tsx'
import { crestOf } from '#web/ui/Avatar.tsx'

type Props = { id: number; name: string; rate: string | null }

/** A brawler beside others: its picture and its name, or a plate with its name, and how often it wins. */
export function BrawlerTile({ id, name, rate }: Props) {
  const hasArt = useArt('brawler', id) !== null
  const said = brawlerName(name)
  return (
    <span className="grid justify-items-center gap-0.5 text-center text-xs leading-tight">
      {hasArt ? (
        <>
          <BrawlerPicture id={id} name={name} className="size-11 rounded-md sm:size-12" />
          <bdi className="w-full truncate">{said}</bdi>
        </>
      ) : (
        <Plate id={id} said={said} />
      )}
      {rate !== null && <span className="text-mut">{rate}</span>}
    </span>
  )
}

/** The name, below a line in the colour that the brawler has everywhere: the tier alone colours the board. */
function Plate({ id, said }: { id: number; said: string }) {
  return (
    <span
      className="grid h-9 w-full place-items-center rounded-sm border-t-2 bg-raise px-1 font-semibold"
      style={{ borderTopColor: crestOf(`brawler ${id}`, said).ground }}
    >
      <bdi className="line-clamp-2 max-w-full wrap-anywhere">{said}</bdi>
    </span>
  )
}
