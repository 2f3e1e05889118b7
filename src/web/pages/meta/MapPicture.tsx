import { useArt } from '#web/app/queries.ts'
import { crestOf, Pictured } from '#web/ui/Avatar.tsx'
import { Emblem, symbolOfMode } from '#web/ui/Emblem.tsx'

type MapProps = {
  /** The number of the event. */
  id: number
  mode: string
  /** Classes for size and rounding, of which the drawing below has the middle. */
  className: string
}

/** The colours of a mode, whatever the size of its teams: a ground and what is drawn on it. */
export function modeColours(mode: string): { background: string; color: string } {
  const { ground, ink } = crestOf(`mode ${symbolOfMode(mode)}`, '')
  return { background: ground, color: ink }
}

/** The picture of a map; without it, the shape of its mode on the mode's ground. The map's name stands beside it. */
export function MapPicture({ id, mode, className }: MapProps) {
  return (
    <Pictured art={useArt('map', id)} className={className}>
      <span className="grid size-full place-items-center" style={{ ...modeColours(mode), padding: '19%' }}>
        <Emblem mode={mode} className="size-full" />
      </span>
    </Pictured>
  )
}
