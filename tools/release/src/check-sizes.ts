/** How large each package may be, in kB: what is downloaded, and what is then on the disk without its dependencies. */
import type { PackedPackage } from './pack-packages.ts'

interface Budget {
  readonly packed: number
  readonly unpacked: number
}

/** A tenth above what they were when this was last looked at. */
const budgets: Readonly<Record<string, Budget>> = {
  '@spindrift/types': { packed: 555, unpacked: 3600 },
  '@spindrift/openapi': { packed: 2050, unpacked: 15200 },
  '@spindrift/testcontainers': { packed: 15, unpacked: 45 },
  '@spindrift/client': { packed: 455, unpacked: 2850 },
  '@spindrift/sandbox': { packed: 1620, unpacked: 11000 },
  '@spindrift/mcp': { packed: 590, unpacked: 2850 },
  '@spindrift/mock': { packed: 290, unpacked: 4550 },
  '@spindrift/reference': { packed: 8200, unpacked: 65000 },
}

type Sized = Pick<PackedPackage, 'name' | 'size'>

const inKilobytes = (bytes: number): number => Math.ceil(bytes / 1000)

/** One sentence for each size beyond its budget. */
export function checkSize({ name, size }: Sized): string[] {
  const budget = budgets[name]
  if (!budget)
    return [
      `${name} has no budget. Add one to check-sizes.ts: ${inKilobytes(size.packed)} kB packed, ${inKilobytes(size.unpacked)} kB unpacked.`,
    ]
  return (['packed', 'unpacked'] as const)
    .filter((kind) => inKilobytes(size[kind]) > budget[kind])
    .map((kind) => `${name} has ${inKilobytes(size[kind])} kB ${kind}, and ${budget[kind]} kB are its budget in check-sizes.ts.`)
}

export function formatSizes(packages: readonly Sized[]): string {
  const rows = packages.map(({ name, size }) => [
    name,
    ...(['packed', 'unpacked'] as const).flatMap((kind) => [String(inKilobytes(size[kind])), String(budgets[name]?.[kind] ?? '–')]),
  ])
  const heads = ['kB', 'packed', 'budget', 'unpacked', 'budget']
  return [heads, ...rows]
    .map(([name = '', ...figures]) => `${name.padEnd(28)}${figures.map((each) => each.padStart(10)).join('')}`)
    .join('\n')
}
