import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { fitPage } from './fit-page.ts'
import { html } from './html.ts'
import type { Page } from './page.ts'

function write(bytes: number): Page {
  const text = randomBytes(bytes).toString('hex')
  return { address: 'a', kind: 'schema', title: 'a', description: 'a', breadcrumbs: [], body: html`<p>${text}</p>`, markdown: '' }
}

it('reduces the depth until the page fits', () => {
  const depths: number[] = []
  const ask = (bytes: (depth: number) => number) => (depth: number) => {
    depths.push(depth)
    return write(bytes(depth))
  }
  fitPage(ask(() => 1000))
  fitPage(ask((depth) => (depth < 3 ? 1000 : 30_000)))
  fitPage(ask(() => 30_000))
  expect(depths).toEqual([3, 3, 2, 3, 2, 1])
})
