/** Sizes, regions and models of dedicated inference. */
export interface DedicatedSize {
  readonly slug: string
  /** US dollars. */
  readonly pricePerHour: string
  readonly regions: readonly string[]
  readonly cpu: number
  /** MiB. */
  readonly memory: number
  readonly gpu: { readonly count: number; readonly vram_gb: number; readonly slug: string }
}

export interface DedicatedModel {
  readonly slug: string
  readonly name: string
  /** True if loading the model needs a token of its provider. */
  readonly gated: boolean
  readonly sizes: readonly string[]
}

export const dedicatedRegions: readonly string[] = ['atl1', 'nyc2', 'tor1']

export const dedicatedSizes: readonly DedicatedSize[] = [
  {
    slug: 'gpu-h100x1-80gb',
    pricePerHour: '4.41',
    regions: ['nyc2', 'tor1'],
    cpu: 20,
    memory: 245_760,
    gpu: { count: 1, vram_gb: 80, slug: 'h100' },
  },
  {
    slug: 'gpu-h100x8-640gb',
    pricePerHour: '31.12',
    regions: ['nyc2', 'tor1'],
    cpu: 160,
    memory: 1_966_080,
    gpu: { count: 8, vram_gb: 640, slug: 'h100' },
  },
  {
    slug: 'gpu-h200x1-141gb',
    pricePerHour: '4.47',
    regions: ['atl1', 'nyc2'],
    cpu: 24,
    memory: 245_760,
    gpu: { count: 1, vram_gb: 141, slug: 'h200' },
  },
  {
    slug: 'gpu-mi300x1-192gb',
    pricePerHour: '2.59',
    regions: ['atl1', 'nyc2', 'tor1'],
    cpu: 20,
    memory: 245_760,
    gpu: { count: 1, vram_gb: 192, slug: 'mi300x' },
  },
]

const single = ['gpu-h100x1-80gb', 'gpu-h200x1-141gb', 'gpu-mi300x1-192gb']

export const dedicatedModels: readonly DedicatedModel[] = [
  { slug: 'deepseek-r1-distill-qwen-14b', name: 'DeepSeek R1 Distill Qwen 14B', gated: false, sizes: single },
  { slug: 'mistral/mistral-7b-instruct-v3', name: 'Mistral 7B Instruct v0.3', gated: false, sizes: single },
  { slug: 'llama3.1-8b-instruct', name: 'Llama 3.1 8B Instruct', gated: true, sizes: single },
  { slug: 'llama3.3-70b-instruct', name: 'Llama 3.3 70B Instruct', gated: true, sizes: ['gpu-h100x8-640gb', 'gpu-mi300x1-192gb'] },
  {
    slug: 'deepseek-r1-distill-llama-70b',
    name: 'DeepSeek R1 Distill Llama 70B',
    gated: false,
    sizes: ['gpu-h100x8-640gb', 'gpu-mi300x1-192gb'],
  },
]
