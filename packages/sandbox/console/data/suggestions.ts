/** Suggested values of form fields, read from the sandbox: sizes with memory and price, regions and images. */
import { useLoaded } from './use-loaded.ts'
import type { Value } from './objects.ts'
import { getApi } from './requests.ts'

export interface Suggestion {
  readonly value: string
  readonly label: string
}

interface Source {
  readonly url: string
  readonly root: string
  readonly describe: (item: Value) => Suggestion
}

const regions: Source = {
  url: '/v2/regions?per_page=200',
  root: 'regions',
  describe: ({ slug, name }) => ({ value: String(slug), label: String(name) }),
}

const sizes: Source = {
  url: '/v2/sizes?per_page=200',
  root: 'sizes',
  describe: ({ slug, vcpus, memory, disk, price_monthly: price }) => ({
    value: String(slug),
    label: `${String(vcpus)} vCPU, ${Number(memory) / 1024} GB memory, ${String(disk)} GB disk, $${String(price)} per month`,
  }),
}

const images: Source = {
  url: '/v2/images?per_page=200',
  root: 'images',
  describe: ({ slug, id, distribution, name }) => ({ value: String(slug ?? id), label: `${String(distribution)} ${String(name)}` }),
}

const vpcs: Source = {
  url: '/v2/vpcs?per_page=200',
  root: 'vpcs',
  describe: ({ id, name, region }) => ({ value: String(id), label: `${String(name)} in ${String(region)}` }),
}

/** Families whose sizes are droplet sizes. */
const dropletFamilies = new Set(['droplets', 'droplet-actions', 'droplet-autoscale-pools', 'kubernetes'])

function findSource(field: string, family: string): Source | undefined {
  if (field === 'region') return regions
  if (field === 'vpc_uuid') return vpcs
  if (field === 'size' || field === 'size_slug') return dropletFamilies.has(family) ? sizes : undefined
  return field === 'image' && dropletFamilies.has(family) ? images : undefined
}

/** @param field name of a request field */
export function useSuggestions(field: string, family: string): readonly Suggestion[] {
  const { value } = useLoaded(async () => {
    const source = findSource(field, family)
    if (!source) return []
    const body = await getApi<Readonly<Record<string, readonly Value[]>>>(source.url)
    return body[source.root]?.map(source.describe) ?? []
  }, [field, family])
  return value ?? []
}
