import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { fitPage } from './fit-page.ts'
import { html } from './html.ts'
import type { Page } from './page.ts'

function write(bytes: number): Page {
  const text = randomBytes(bytes).toString('hex')
  return { address: 'a', kind: 'schema', title: 'a', description: 'a', trail: [], body: html`<p>${text}</p>`, markdown: '' }
}

it('reduces the depth until the page fits', () => {
  const asked: number[] = []
  const ask = (bytes: (depth: number) => number) => (depth: number) => {
    asked.push(depth)
    return write(bytes(depth))
  }
  fitPage(ask(() => 1000))
  fitPage(ask((depth) => (depth < 3 ? 1000 : 30_000)))
  fitPage(ask(() => 30_000))
  expect(asked).toEqual([3, 3, 2, 3, 2, 1])
})
