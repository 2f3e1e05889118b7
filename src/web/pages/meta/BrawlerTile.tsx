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

/** The name in the colours that the brawler has everywhere. */
function Plate({ id, said }: { id: number; said: string }) {
  const { ground, ink } = crestOf(`brawler ${id}`, said)
  return (
    <span
      className="grid h-9 w-full place-items-center rounded-md px-1 font-semibold"
      style={{ backgroundColor: ground, color: ink }}
    >
      <bdi className="line-clamp-2 max-w-full wrap-anywhere">{said}</bdi>
    </span>
  )
}
