import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'

describe('regions', () => {
  it('lists the available sizes of each region', async ({ sandbox }) => {
    const { regions } = (await sandbox.get('/v2/regions?per_page=200')).body
    const { sizes } = (await sandbox.get('/v2/sizes?per_page=200')).body
    for (const region of regions) {
      const offered = sizes.filter(({ regions: places }) => places.includes(region.slug))
      expect(region.sizes).toEqual(offered.map(({ slug }) => slug))
      expect(region.sizes.length > 0).toBe(region.available)
    }
    expect((await sandbox.get('/v2/account')).body.account).toMatchObject({ status: 'active', email_verified: true })
  })
})
