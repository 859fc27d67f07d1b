import { regions } from '../../catalog/regions.ts'
import { gpuRegions, sizes as entries } from '../../catalog/sizes.ts'
import type { Catalog } from '../family.ts'

export const catalog: Catalog = (engine) => {
  for (const { gpu, ...size } of entries.toReversed()) {
    const availableRegions = regions.filter(({ slug, available }) => available && (gpu === undefined || gpuRegions.includes(slug)))
    engine.create('Size', {
      ...size,
      regions: availableRegions.map(({ slug }) => slug),
      available: true,
      disk_info: [{ type: 'local', size: { amount: size.disk, unit: 'gib' } }],
      ...(gpu && { gpu_info: { count: gpu.count, model: gpu.model, vram: { amount: gpu.vram, unit: 'gib' } } }),
    })
  }
}
