import { expect, test } from 'vitest'
import { documentTitle, trackerTitle } from '#web/app/addresses.ts'

test.each([
  [documentTitle(), 'Delphin'],
  [documentTitle('Analytics Platform'), 'Analytics Platform | Delphin'],
  [trackerTitle(), 'Tracker | Delphin'],
  [trackerTitle('Beluga Pod'), 'Tracker: Beluga Pod | Delphin'],
])('the title %s', (title, text) => expect(title).toBe(text))
