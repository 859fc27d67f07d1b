import { createCloud } from '@spindrift/client'

const cloud = createCloud()

// One after another, however many pages they fill; the next page is asked for when it is needed.
const slugs: string[] = []
for await (const size of cloud.sizes.list()) if (size.available) slugs.push(size.slug)
console.log(slugs.includes('s-1vcpu-1gb'))

// As an array, all of them or the first few.
const newest = await cloud.images.list({ type: 'distribution' }).toArray({ limit: 3 })
console.log(newest.length)

// Page by page, each with its total and what is left of the rate limit.
for await (const { items, data, rateLimit } of cloud.regions.list().pages()) {
  console.log(items.length === data.meta.total, rateLimit !== undefined)
}
