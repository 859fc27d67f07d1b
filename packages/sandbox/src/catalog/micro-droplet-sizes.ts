/** Sizes of micro droplets, with monthly prices in US dollars. */
interface MicroDropletSize {
  /** MiB. */
  readonly memory: number
  /** GiB. */
  readonly disk: number
  readonly monthly: number
}

const smallest: MicroDropletSize = { memory: 512, disk: 4, monthly: 4 }

export const microDropletSizes: Readonly<Record<string, MicroDropletSize>> = {
  'md-1vcpu-512mb': smallest,
  'md-1vcpu-1gb': { memory: 1024, disk: 8, monthly: 6 },
  'md-2vcpu-2gb': { memory: 2048, disk: 16, monthly: 14 },
  'md-2vcpu-4gb': { memory: 4096, disk: 32, monthly: 24 },
  'md-4vcpu-8gb': { memory: 8192, disk: 64, monthly: 48 },
  'microdroplet-1': smallest,
}
