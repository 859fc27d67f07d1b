/** The hardware packages droplets are made from, and what they cost in US dollars. */
export interface SizeEntry {
  readonly slug: string
  /** MiB. */
  readonly memory: number
  readonly vcpus: number
  /** GiB. */
  readonly disk: number
  /** TiB a month. */
  readonly transfer: number
  /** Mbit/s. */
  readonly networking_throughput: number
  readonly price_monthly: number
  readonly price_hourly: number
  readonly description: string
  readonly gpu?: { readonly count: number; readonly model: string; readonly vram: number }
}

export const sizes: readonly SizeEntry[] = [
  size('s-1vcpu-512mb-10gb', 512, 1, 10, 0.5, 4, 'Basic'),
  size('s-1vcpu-1gb', 1024, 1, 25, 1, 6, 'Basic'),
  size('s-1vcpu-1gb-amd', 1024, 1, 25, 1, 7, 'Basic AMD'),
  size('s-1vcpu-1gb-intel', 1024, 1, 25, 1, 7, 'Basic Intel'),
  size('s-1vcpu-2gb', 2048, 1, 50, 2, 12, 'Basic'),
  size('s-2vcpu-2gb', 2048, 2, 60, 3, 18, 'Basic'),
  size('s-2vcpu-4gb', 4096, 2, 80, 4, 24, 'Basic'),
  size('s-4vcpu-8gb', 8192, 4, 160, 5, 48, 'Basic'),
  size('s-8vcpu-16gb', 16_384, 8, 320, 6, 96, 'Basic'),
  size('c-2', 4096, 2, 25, 4, 42, 'CPU-Optimized'),
  size('c-4', 8192, 4, 50, 5, 84, 'CPU-Optimized'),
  size('g-2vcpu-8gb', 8192, 2, 25, 4, 63, 'General Purpose'),
  size('g-4vcpu-16gb', 16_384, 4, 50, 5, 126, 'General Purpose'),
  size('m-2vcpu-16gb', 16_384, 2, 50, 4, 84, 'Memory-Optimized'),
  size('so-2vcpu-16gb', 16_384, 2, 300, 4, 131, 'Storage-Optimized'),
  {
    ...size('gpu-h100x1-80gb', 245_760, 20, 720, 15, 2522.61, 'H100 GPU - 1X'),
    networking_throughput: 10_000,
    gpu: { count: 1, model: 'nvidia_h100', vram: 80 },
  },
]

/** The regions that have GPUs. */
export const gpuRegions = ['nyc2', 'tor1', 'atl1']

function size(
  slug: string,
  memory: number,
  vcpus: number,
  disk: number,
  transfer: number,
  monthly: number,
  description: string,
): SizeEntry {
  // A month is charged as 672 hours at most.
  return {
    slug,
    memory,
    vcpus,
    disk,
    transfer,
    networking_throughput: 2000,
    price_monthly: monthly,
    price_hourly: Math.round((monthly / 672) * 100_000) / 100_000,
    description,
  }
}
