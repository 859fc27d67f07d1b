import { regions as entries } from '../../catalog/regions.ts'
import { gpuRegions, sizes } from '../../catalog/sizes.ts'
import type { Catalog } from '../family.ts'

export const catalog: Catalog = (engine) => {
  // The engine lists the newest first; regions are listed in catalog order.
  for (const region of entries.toReversed()) {
    const availableSizes = sizes.filter(({ gpu }) => gpu === undefined || gpuRegions.includes(region.slug))
    engine.create('Region', { ...region, sizes: region.available ? availableSizes.map(({ slug }) => slug) : [] })
  }
}
