/** Size budgets of the packages in kB: the tarball, and the unpacked files without dependencies. */
import type { PackedPackage } from './pack-packages.ts'

interface Budget {
  readonly packed: number
  readonly unpacked: number
}

/** About 10% above the sizes at the last review. */
const budgets: Readonly<Record<string, Budget>> = {
  '@spindrift/types': { packed: 555, unpacked: 3600 },
  '@spindrift/openapi': { packed: 2050, unpacked: 15200 },
  '@spindrift/dns': { packed: 18, unpacked: 45 },
  '@spindrift/notifications': { packed: 22, unpacked: 60 },
  '@spindrift/spaces': { packed: 56, unpacked: 185 },
  '@spindrift/testcontainers': { packed: 15, unpacked: 45 },
  '@spindrift/postgres': { packed: 1500, unpacked: 1550 },
  '@spindrift/client': { packed: 455, unpacked: 2850 },
  '@spindrift/sandbox': { packed: 1620, unpacked: 11000 },
  '@spindrift/mcp': { packed: 590, unpacked: 2850 },
  '@spindrift/mock': { packed: 290, unpacked: 4550 },
  '@spindrift/reference': { packed: 8900, unpacked: 65000 },
}

type SizedPackage = Pick<PackedPackage, 'name' | 'size'>

const toKilobytes = (bytes: number): number => Math.ceil(bytes / 1000)

/** @returns one sentence for each size above its budget */
export function checkSize({ name, size }: SizedPackage): string[] {
  const budget = budgets[name]
  if (!budget)
    return [
      `${name} has no budget. Add one to check-sizes.ts: ${toKilobytes(size.packed)} kB packed, ${toKilobytes(size.unpacked)} kB unpacked.`,
    ]
  return (['packed', 'unpacked'] as const)
    .filter((kind) => toKilobytes(size[kind]) > budget[kind])
    .map(
      (kind) =>
        `${name} is ${toKilobytes(size[kind])} kB ${kind}; its budget is ${budget[kind]} kB. Make it smaller, or raise the budget in check-sizes.ts.`,
    )
}

export function formatSizes(packages: readonly SizedPackage[]): string {
  const rows = packages.map(({ name, size }) => [
    name,
    ...(['packed', 'unpacked'] as const).flatMap((kind) => [String(toKilobytes(size[kind])), String(budgets[name]?.[kind] ?? '–')]),
  ])
  const heads = ['kB', 'packed', 'budget', 'unpacked', 'budget']
  return [heads, ...rows]
    .map(([name = '', ...figures]) => `${name.padEnd(28)}${figures.map((each) => each.padStart(10)).join('')}`)
    .join('\n')
}
