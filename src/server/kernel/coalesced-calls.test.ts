import { describe, expect, it } from 'vitest'
import { createCoalescedCalls, type SharedRun } from './coalesced-calls.ts'

/** Work that ends when the test says so, and the runs it was started with. */
function controlledWork<Extra>() {
  const runs: { shared: SharedRun<Extra>; resolve(value: string): void; reject(error: unknown): void }[] = []
  const work = (shared: SharedRun<Extra>) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    runs.push({ shared, resolve, reject })
    return promise
  }
  return { runs, work }
}

describe('equal calls at the same time', () => {
  it('share one run and its result', async () => {
    const calls = createCoalescedCalls<string>()
    const { runs, work } = controlledWork()
    const both = [calls.join('club', work), calls.join('club', work)]
    const other = calls.join('player', work)
    runs[0]?.resolve('a club')
    runs[1]?.resolve('a player')
    expect(await Promise.all([...both, other])).toEqual(['a club', 'a club', 'a player'])
    expect(runs).toHaveLength(2)
  })

  it('share its error, and the next call starts anew', async () => {
    const calls = createCoalescedCalls<string>()
    const { runs, work } = controlledWork()
    const both = [calls.join('club', work), calls.join('club', work)]
    runs[0]?.reject(new Error('down'))
    for (const call of both) await expect(call).rejects.toThrow('down')
    const next = calls.join('club', work)
    runs[1]?.resolve('up again')
    expect(await next).toBe('up again')
  })

  it('reject when the work throws before it returns a promise', async () => {
    const calls = createCoalescedCalls<string>()
    const broken = () => {
      throw new Error('broken at once')
    }
    await expect(calls.join('club', broken)).rejects.toThrow('broken at once')
    expect(await calls.join('club', async () => 'works')).toBe('works')
  })

  it('may be keyed by an object', async () => {
    const calls = createCoalescedCalls<string>()
    const { runs, work } = controlledWork()
    const answer = {}
    const all = [calls.join(answer, work), calls.join(answer, work), calls.join({}, work)]
    for (const run of runs) run.resolve('stored')
    await Promise.all(all)
    expect(runs).toHaveLength(2)
  })
})

describe('a caller that leaves', () => {
  const toError = (reason: unknown) => new TypeError('own kind', { cause: reason })

  it('rejects at once with the error of the owner’s kind, and the others get the result', async () => {
    const calls = createCoalescedCalls<string>({ toError })
    const { runs, work } = controlledWork()
    const impatient = new AbortController()
    const left = calls.join('club', work, { signal: impatient.signal })
    const stays = calls.join('club', work, { signal: new AbortController().signal })
    impatient.abort('too late')
    await expect(left).rejects.toMatchObject({ name: 'TypeError', message: 'own kind', cause: 'too late' })
    expect(runs[0]?.shared.signal.aborted).toBe(false)
    runs[0]?.resolve('a club')
    expect(await stays).toBe('a club')
  })

  it('aborts the run when it is the last, and a newcomer starts anew', async () => {
    const calls = createCoalescedCalls<string>({ toError })
    const { runs, work } = controlledWork()
    const callers = [new AbortController(), new AbortController()]
    const left = callers.map(({ signal }) => calls.join('club', work, { signal }))
    for (const caller of callers) caller.abort()
    await Promise.allSettled(left)
    expect(runs[0]?.shared).toMatchObject({ isCurrent: false, signal: { aborted: true } })
    expect(runs[0]?.shared.signal.reason).toBeInstanceOf(TypeError)
    const newcomer = calls.join('club', work)
    // The abandoned run ends late; it must not take the newcomer's place.
    runs[0]?.reject(runs[0].shared.signal.reason)
    const joins = calls.join('club', work)
    runs[1]?.resolve('a club')
    expect(await Promise.all([newcomer, joins])).toEqual(['a club', 'a club'])
    expect(runs).toHaveLength(2)
  })

  it('starts nothing when its signal is aborted before it comes', async () => {
    const calls = createCoalescedCalls<string>()
    const { runs, work } = controlledWork()
    await expect(calls.join('club', work, { signal: AbortSignal.abort('gone') })).rejects.toBe('gone')
    expect(runs).toHaveLength(0)
  })

  it('after the result aborts nothing', async () => {
    const calls = createCoalescedCalls<string>()
    const { runs, work } = controlledWork()
    const caller = new AbortController()
    const call = calls.join('club', work, { signal: caller.signal })
    runs[0]?.resolve('a club')
    await call
    caller.abort()
    expect(runs[0]?.shared.signal.aborted).toBe(false)
  })
})

it('a caller that joins may change what the run was asked for', async () => {
  type Asked = { priority: 'visitor' | 'collector' }
  const calls = createCoalescedCalls<string, Asked>({
    onJoin(run, { priority }) {
      if (priority === 'visitor') run.priority = priority
    },
  })
  const { runs, work } = controlledWork<Asked>()
  const first = calls.join('club', work, { priority: 'collector' })
  expect(runs[0]?.shared.priority).toBe('collector')
  const others = [
    calls.join('club', work, { priority: 'visitor' }),
    calls.join('club', work, { priority: 'collector' }),
  ]
  expect(runs[0]?.shared.priority).toBe('visitor')
  runs[0]?.resolve('a club')
  await Promise.all([first, ...others])
})

it('a run that is forgotten answers its callers, and a newcomer starts anew', async () => {
  const calls = createCoalescedCalls<string, { topics: string[] }>()
  const { runs, work } = controlledWork<{ topics: string[] }>()
  const before = calls.join('page', work, { topics: ['club 2PP'] })
  const untouched = calls.join('other', work, { topics: ['club 2PQ'] })
  calls.forget(({ topics }) => topics.includes('club 2PP'))
  expect(runs.map(({ shared }) => shared.isCurrent)).toEqual([false, true])
  const after = calls.join('page', work, { topics: ['club 2PP'] })
  runs[0]?.resolve('old')
  runs[1]?.resolve('other')
  runs[2]?.resolve('new')
  expect(await Promise.all([before, untouched, after])).toEqual(['old', 'other', 'new'])
})
