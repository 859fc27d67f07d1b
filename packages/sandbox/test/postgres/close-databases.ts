/** After each test, what it opened is closed; after each file, what was opened outside of its tests. Nothing is open without Postgres. */
import { afterAll, afterEach, beforeEach } from 'vitest'
import { closeOpened, enterTest } from '../open-sandbox.ts'

beforeEach(({ skip }) => enterTest(skip))
afterEach(async () => {
  await closeOpened('test')
  enterTest(undefined)
})
afterAll(() => closeOpened('all'))
