/** Whether everything is run (`npm test -- --all`), the rare and long trials too. */
export const isWholeRun = process.env.TEST_ALL === 'true'
