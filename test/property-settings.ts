import fc from 'fast-check'

/**
 * A property over a store ends at its first failure and tells the seed. Finding a smaller input takes minutes: the test
 * would time out without a word, and the search would go on in the store of the next test.
 */
fc.configureGlobal({ endOnFailure: true })
