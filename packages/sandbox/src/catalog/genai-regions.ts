/** The regions in which agents and models run: fewer than those for droplets. */
export interface GenaiRegionEntry {
  readonly region: string
  /** Whether agents answer here, and whether long jobs such as indexing run here. */
  readonly serves_inference: boolean
  readonly serves_batch: boolean
}

export const genaiRegions: readonly GenaiRegionEntry[] = [
  { region: 'ams3', serves_inference: true, serves_batch: true },
  { region: 'nyc2', serves_inference: true, serves_batch: false },
  { region: 'tor1', serves_inference: true, serves_batch: true },
]
