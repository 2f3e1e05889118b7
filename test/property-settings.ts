import fc from 'fast-check'
import { isWholeRun } from './how-much.ts'

/**
 * A property over a store ends at its first failure and tells the seed. Finding a smaller input takes minutes: the test
 * would time out without a word, and the search would go on in the store of the next test. Where a property does not say
 * how often it is tried, it is 40 times, and in a whole run 100.
 */
fc.configureGlobal({ endOnFailure: true, numRuns: isWholeRun ? 100 : 40 })
