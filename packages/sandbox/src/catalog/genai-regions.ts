/** Regions of agents and models. */
import type { Operations } from '../generated/types.ts'

type Region = Operations['genaiModels_regions_list']['reply']['regions'][number]

/** True for regions that run agents, and for regions that run batch jobs such as indexing. */
export const genaiRegions: readonly Pick<Region, 'region' | 'serves_inference' | 'serves_batch'>[] = [
  { region: 'ams3', serves_inference: true, serves_batch: true },
  { region: 'nyc2', serves_inference: true, serves_batch: false },
  { region: 'tor1', serves_inference: true, serves_batch: true },
]
