import { regions as entries } from '../../catalogue/regions.ts'
import { gpuRegions, sizes } from '../../catalogue/sizes.ts'
import type { FamilyBehavior } from '../family.ts'

export const regions: FamilyBehavior = {
  seed: ({ engine }) => {
    // The engine lists the newest first, and regions by the order of the catalogue.
    for (const region of entries.toReversed()) {
      const offered = sizes.filter(({ gpu }) => gpu === undefined || gpuRegions.includes(region.slug))
      engine.add('Region', { ...region, sizes: region.available ? offered.map(({ slug }) => slug) : [] })
    }
  },
}
