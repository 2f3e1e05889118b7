import { drawIcon, type IconShape } from './draw-icon.ts'
import { drawProfile } from './draw-profile.ts'
import { drawSite } from './draw-site.ts'
import type { Profile } from './profile.ts'
import type { Typeface } from './typeface.ts'

/** What the renderer can be asked for. */
export type Drawing =
  | { of: 'profile'; profile: Profile }
  | { of: 'site' }
  | { of: 'icon'; pixels: number; shape: IconShape }

export function draw(drawing: Drawing, typeface: Typeface): string {
  if (drawing.of === 'site') return drawSite()
  return drawing.of === 'icon' ? drawIcon(drawing.pixels, drawing.shape) : drawProfile(drawing.profile, typeface)
}
