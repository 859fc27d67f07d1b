/** After each test file: the functions that ran in it, as a line of a file. */
import { appendFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'

afterAll(() => {
  const { __reached: reached } = globalThis as { readonly __reached?: ReadonlySet<string> }
  const line = { test: expect.getState().testPath, reached: [...(reached ?? [])] }
  appendFileSync(String(process.env['REACHED_FILE']), `${JSON.stringify(line)}\n`)
})
