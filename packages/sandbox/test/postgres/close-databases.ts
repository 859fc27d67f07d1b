/** Closes the databases of a test after the test, and those of a file after the file. Does nothing without Postgres. */
import { afterAll, afterEach, beforeEach } from 'vitest'
import { closeOpened, enterTest } from '../open-sandbox.ts'

beforeEach(({ skip }) => enterTest(skip))
afterEach(async () => {
  await closeOpened('test')
  enterTest(undefined)
})
afterAll(() => closeOpened('all'))
