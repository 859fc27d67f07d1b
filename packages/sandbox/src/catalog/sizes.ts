/** Droplet sizes, with prices in US dollars. */
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
  size('s-1vcpu-2gb', 2048, 1, 50, 2, 12, 'Basic'),
  size('s-2vcpu-2gb', 2048, 2, 60, 3, 18, 'Basic'),
  size('s-2vcpu-4gb', 4096, 2, 80, 4, 24, 'Basic'),
  size('s-4vcpu-8gb', 8192, 4, 160, 5, 48, 'Basic'),
  size('s-6vcpu-16gb', 16_384, 6, 320, 6, 80, 'Basic'),
  size('s-8vcpu-16gb', 16_384, 8, 320, 6, 96, 'Basic'),
  size('s-8vcpu-32gb', 32_768, 8, 640, 7, 160, 'Basic'),
  size('s-12vcpu-48gb', 49_152, 12, 960, 8, 240, 'Basic'),
  size('s-16vcpu-64gb', 65_536, 16, 1280, 9, 320, 'Basic'),
  size('s-1vcpu-1gb-amd', 1024, 1, 25, 1, 7, 'Basic AMD'),
  size('s-1vcpu-2gb-amd', 2048, 1, 50, 2, 14, 'Basic AMD'),
  size('s-2vcpu-2gb-amd', 2048, 2, 60, 3, 21, 'Basic AMD'),
  size('s-2vcpu-4gb-amd', 4096, 2, 80, 4, 28, 'Basic AMD'),
  size('s-2vcpu-8gb-amd', 8192, 2, 100, 5, 42, 'Basic AMD'),
  size('s-4vcpu-8gb-amd', 8192, 4, 160, 5, 56, 'Basic AMD'),
  size('s-4vcpu-16gb-amd', 16_384, 4, 200, 8, 84, 'Basic AMD'),
  size('s-8vcpu-16gb-amd', 16_384, 8, 320, 6, 112, 'Basic AMD'),
  size('s-8vcpu-32gb-amd', 32_768, 8, 400, 10, 168, 'Basic AMD'),
  size('s-1vcpu-1gb-intel', 1024, 1, 25, 1, 7, 'Basic Intel'),
  size('s-1vcpu-2gb-intel', 2048, 1, 50, 2, 14, 'Basic Intel'),
  size('s-2vcpu-2gb-intel', 2048, 2, 60, 3, 21, 'Basic Intel'),
  size('s-2vcpu-4gb-intel', 4096, 2, 80, 4, 28, 'Basic Intel'),
  size('s-2vcpu-8gb-intel', 8192, 2, 100, 5, 42, 'Basic Intel'),
  size('s-4vcpu-8gb-intel', 8192, 4, 160, 5, 56, 'Basic Intel'),
  size('s-4vcpu-16gb-intel', 16_384, 4, 200, 8, 84, 'Basic Intel'),
  size('s-8vcpu-16gb-intel', 16_384, 8, 320, 6, 112, 'Basic Intel'),
  size('s-8vcpu-32gb-intel', 32_768, 8, 400, 10, 168, 'Basic Intel'),
  size('s-1vcpu-1gb-35gb-intel', 1024, 1, 35, 1, 8, 'Basic Intel'),
  size('s-1vcpu-2gb-70gb-intel', 2048, 1, 70, 2, 16, 'Basic Intel'),
  size('s-2vcpu-2gb-90gb-intel', 2048, 2, 90, 3, 24, 'Basic Intel'),
  size('s-2vcpu-4gb-120gb-intel', 4096, 2, 120, 4, 32, 'Basic Intel'),
  size('s-2vcpu-8gb-160gb-intel', 8192, 2, 160, 5, 48, 'Basic Intel'),
  size('s-4vcpu-8gb-240gb-intel', 8192, 4, 240, 6, 64, 'Basic Intel'),
  size('s-4vcpu-16gb-320gb-intel', 16_384, 4, 320, 8, 96, 'Basic Intel'),
  size('s-8vcpu-16gb-480gb-intel', 16_384, 8, 480, 9, 128, 'Basic Intel'),
  size('s-8vcpu-32gb-640gb-intel', 32_768, 8, 640, 10, 192, 'Basic Intel'),
  size('c-2', 4096, 2, 25, 4, 42, 'CPU-Optimized'),
  size('c2-2vcpu-4gb', 4096, 2, 50, 4, 47, 'CPU-Optimized'),
  size('c-4', 8192, 4, 50, 5, 84, 'CPU-Optimized'),
  size('c2-4vcpu-8gb', 8192, 4, 100, 5, 94, 'CPU-Optimized'),
  size('c-8', 16_384, 8, 100, 6, 168, 'CPU-Optimized'),
  size('c2-8vcpu-16gb', 16_384, 8, 200, 6, 188, 'CPU-Optimized'),
  size('c-16', 32_768, 16, 200, 7, 336, 'CPU-Optimized'),
  size('c2-16vcpu-32gb', 32_768, 16, 400, 7, 376, 'CPU-Optimized'),
  size('c-32', 65_536, 32, 400, 9, 672, 'CPU-Optimized'),
  size('c2-32vcpu-64gb', 65_536, 32, 800, 9, 752, 'CPU-Optimized'),
  size('c-48', 98_304, 48, 600, 11, 1008, 'CPU-Optimized'),
  size('g-2vcpu-8gb', 8192, 2, 25, 4, 63, 'General Purpose'),
  size('gd-2vcpu-8gb', 8192, 2, 50, 4, 68, 'General Purpose'),
  size('g-4vcpu-16gb', 16_384, 4, 50, 5, 126, 'General Purpose'),
  size('gd-4vcpu-16gb', 16_384, 4, 100, 5, 136, 'General Purpose'),
  size('g-8vcpu-32gb', 32_768, 8, 100, 6, 252, 'General Purpose'),
  size('gd-8vcpu-32gb', 32_768, 8, 200, 6, 272, 'General Purpose'),
  size('g-16vcpu-64gb', 65_536, 16, 200, 7, 504, 'General Purpose'),
  size('gd-16vcpu-64gb', 65_536, 16, 400, 7, 544, 'General Purpose'),
  size('g-32vcpu-128gb', 131_072, 32, 400, 8, 1008, 'General Purpose'),
  size('g-40vcpu-160gb', 163_840, 40, 500, 9, 1260, 'General Purpose'),
  size('m-2vcpu-16gb', 16_384, 2, 50, 4, 84, 'Memory-Optimized'),
  size('m3-2vcpu-16gb', 16_384, 2, 150, 4, 104, 'Memory-Optimized'),
  size('m-4vcpu-32gb', 32_768, 4, 100, 6, 168, 'Memory-Optimized'),
  size('m3-4vcpu-32gb', 32_768, 4, 300, 6, 208, 'Memory-Optimized'),
  size('m-8vcpu-64gb', 65_536, 8, 200, 7, 336, 'Memory-Optimized'),
  size('m-16vcpu-128gb', 131_072, 16, 400, 8, 672, 'Memory-Optimized'),
  size('m-24vcpu-192gb', 196_608, 24, 600, 9, 1008, 'Memory-Optimized'),
  size('m-32vcpu-256gb', 262_144, 32, 800, 10, 1344, 'Memory-Optimized'),
  size('so-2vcpu-16gb', 16_384, 2, 300, 4, 131, 'Storage-Optimized'),
  size('so-4vcpu-32gb', 32_768, 4, 600, 6, 262, 'Storage-Optimized'),
  size('so-8vcpu-64gb', 65_536, 8, 1170, 7, 524, 'Storage-Optimized'),
  size('so-16vcpu-128gb', 131_072, 16, 2340, 8, 1048, 'Storage-Optimized'),
  {
    ...size('gpu-h100x1-80gb', 245_760, 20, 720, 15, 2522.61, 'H100 GPU - 1X'),
    networking_throughput: 10_000,
    gpu: { count: 1, model: 'nvidia_h100', vram: 80 },
  },
]

/** Regions with GPUs. */
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
