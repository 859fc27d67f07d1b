import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const pages: Story = {
  title: 'Seventy tags come in pages that together are all of them, each once',
  run: async ({ cloud, keeps, refuses, pass }) => {
    const names = Array.from({ length: 70 }, (_each, index) => `tag-${String(index).padStart(2, '0')}`)
    for (const name of names) await cloud.tags.create({ body: { name } })
    await pass(60)
    const found: string[] = []
    for (const page of [1, 2, 3]) {
      const { tags, links, meta } = await cloud.tags.list({ query: { page, per_page: 30 } })
      found.push(...tags.map(({ name }) => name))
      keeps(() => {
        assert.equal(meta.total, 70)
        const present = Object.keys(links?.pages ?? {}).toSorted()
        assert.deepEqual(
          present,
          [
            ['last', 'next'],
            ['first', 'last', 'next', 'prev'],
            ['first', 'prev'],
          ][page - 1],
        )
      })
    }
    keeps(() => assert.deepEqual(found.toSorted(), names))
    const beyond = await cloud.tags.list({ query: { page: 4, per_page: 30 } })
    keeps(() => assert.deepEqual([beyond.tags, beyond.meta.total], [[], 70]))
    await refuses(422, () => cloud.tags.list({ query: { per_page: 201 } }))
    await refuses(422, () => cloud.tags.list({ query: { page: 0 } }))
    const short = await cloud.tags.list()
    keeps(() => assert.deepEqual([short.tags.length, short.meta.total], [20, 70]))
  },
}
