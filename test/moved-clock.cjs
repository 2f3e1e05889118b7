// Loaded before everything else (`node --require`) by each process of a test run on another day. It moves the clock of the
// process by TEST_CLOCK_OFFSET_MS, which may be negative. Dates that are given remain what they are.
const offset = Number(process.env.TEST_CLOCK_OFFSET_MS)
const real = Date

globalThis.Date = new Proxy(real, {
  construct: (target, values, self) => Reflect.construct(target, values.length === 0 ? [movedNow()] : values, self),
  get: (target, name) => (name === 'now' ? movedNow : Reflect.get(target, name)),
})

function movedNow() {
  return real.now() + offset
}
