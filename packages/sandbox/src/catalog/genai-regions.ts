/** The regions in which agents and models run: fewer than those for droplets. */
import type { Operations } from '../generated/types.ts'

type Region = Operations['genaiModels_regions_list']['reply']['regions'][number]

/** Whether agents answer there, and whether long jobs such as indexing run there. */
export const genaiRegions: readonly Pick<Region, 'region' | 'serves_inference' | 'serves_batch'>[] = [
  { region: 'ams3', serves_inference: true, serves_batch: true },
  { region: 'nyc2', serves_inference: true, serves_batch: false },
  { region: 'tor1', serves_inference: true, serves_batch: true },
]
