import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const catalog: Story = {
  title: 'Whatever is on offer in the catalog fits together, and the account says who asks',
  run: async ({ cloud, as, keeps, refuses }) => {
    const { account } = await cloud.account.get()
    keeps(() => assert.equal(account.status, 'active'))
    await refuses(401, () => as({ token: `dop_v1_${'f'.repeat(64)}` }).account.get())
    const { regions } = await cloud.regions.list({ query: { per_page: 200 } })
    const { sizes } = await cloud.sizes.list({ query: { per_page: 200 } })
    const { images } = await cloud.images.list({ query: { type: 'distribution', per_page: 200 } })
    keeps(() => {
      const slugs = new Set<string>(regions.map(({ slug }) => slug))
      for (const size of sizes) for (const region of size.regions) assert.ok(slugs.has(region), `${size.slug} in ${region}`)
      for (const image of images) for (const region of image.regions) assert.ok(slugs.has(region), `${image.slug} in ${region}`)
      const sold = new Set(sizes.map(({ slug }) => slug))
      for (const region of regions) for (const size of region.sizes) assert.ok(sold.has(size), `${size} in ${region.slug}`)
    })
    const { options } = await cloud.kubernetes.options.list()
    keeps(() => assert.ok((options.versions?.length ?? 0) > 0))
    await cloud.databases.options.list()
    await cloud.registries.options.list()
    await cloud.apps.regions.list()
    await cloud.apps.instanceSizes.list()
    await cloud.oneClicks.list()
    const { teams } = await cloud.organizations.teams.list()
    keeps(() => assert.equal(teams.length, 1))

    await cloud.volumes.create({ body: { name: 'covers-data', region: 'nyc3', size_gigabytes: 100 } })
    const { actions, meta } = await cloud.actions.list()
    keeps(() => assert.deepEqual([actions, meta.total], [[], 0]))
  },
}
