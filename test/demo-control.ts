/** Opens the switches of the demo provider to a test. */
export const CONTROL = { controlKey: 'key of the tests', headers: { authorization: 'Bearer key of the tests' } }
