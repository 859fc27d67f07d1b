import { createCloud } from '@spindrift/client'

const cloud = createCloud()

// Iterates over all items. The next page is requested when it is needed.
const slugs: string[] = []
for await (const size of cloud.sizes.list()) if (size.available) slugs.push(size.slug)
console.log(slugs)

// Returns an array, here of the first three items.
const newest = await cloud.images.list({ type: 'distribution' }).toArray({ limit: 3 })
console.log(newest.length)

// Iterates over pages. Each has its total and the remaining rate limit.
for await (const { items, data, rateLimit } of cloud.regions.list().pages()) {
  console.log(items.length === data.meta.total, rateLimit !== undefined)
}
