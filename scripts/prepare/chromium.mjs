import { findChromium } from './find-program.mjs'
import { systemPackage } from './system-package.mjs'

/** Makes sure of the browser that the stories in test/e2e drive. */
export function chromium() {
  return systemPackage({
    what: 'Chromium',
    find: findChromium,
    names: ['chromium', 'fonts-dejavu-core', 'fonts-noto-color-emoji'],
    otherwise: 'install Chromium or Chrome, or set CHROME_PATH to its program',
    leftOut: 'the browser stories are skipped',
  })
}
