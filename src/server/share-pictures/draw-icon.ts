import { BELUGA } from './beluga.ts'
import { DOLPHIN_SHAPE, dolphin } from './dolphin.ts'

/**
 * The shape of an icon: `plate` a rounded one, `full` to the edges for devices that cut it themselves, with the
 * dolphin inside the circle of 80 % that no device cuts (W3C manifest, maskable icons), `bare` the dolphin alone.
 */
export type IconShape = 'plate' | 'full' | 'bare'

const SIDE = 100
const SHARE: Record<IconShape, number> = { plate: 72, full: 58, bare: 98 }
const PLATES: Record<IconShape, string> = {
  plate: `<rect width="${SIDE}" height="${SIDE}" rx="22" fill="${BELUGA.bg}"/>`,
  full: `<rect width="${SIDE}" height="${SIDE}" fill="${BELUGA.bg}"/>`,
  bare: '',
}

/** The site's icon as SVG, so many pixels wide and high. */
export function drawIcon(pixels: number, shape: IconShape): string {
  const width = SHARE[shape]
  const mark = dolphin((SIDE - width) / 2, (SIDE - width * DOLPHIN_SHAPE) / 2, width)
  const size = `width="${pixels}" height="${pixels}" viewBox="0 0 ${SIDE} ${SIDE}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${PLATES[shape]}${mark}</svg>`
}
