/** Address ranges of pods and services: validates requested ranges, and chooses others without overlaps. */
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import { rangeContains, type IpRange, rangesOverlap, parseRange } from '../../shared/ip-ranges.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** Default subnet of a VPC. No operation shows it, but resources in the VPC name it. */
    Vpc: { subnet?: string }
  }
}

/** Default subnet of nodes. */
export function subnetOf({ engine, ids }: AccountContext, vpc: string): string {
  const { subnet = ids.uuid() } = engine.getHidden('Vpc', vpc)
  engine.setHidden('Vpc', vpc, { subnet })
  return subnet
}

interface Subnet {
  readonly name: string
  readonly text: string
  readonly range: IpRange
}

const privateRanges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'].flatMap((text) => parseRange(text) ?? [])

type Request = Pick<Operations['kubernetes_clusters_create']['body'], 'cluster_subnet' | 'service_subnet'>

/** @throws Failure 422 */
export function parseSubnets(body: Request, vpcRange: string): { readonly cluster_subnet: string; readonly service_subnet: string } {
  const usedSubnets: Subnet[] = []
  const vpc = parseRange(vpcRange)
  if (vpc) usedSubnets.push({ name: 'the VPC', text: vpcRange, range: vpc })
  for (const name of ['cluster_subnet', 'service_subnet'] as const) {
    const subnet = findSubnet(name, body[name])
    if (!subnet) continue
    const other = usedSubnets.find(({ range }) => rangesOverlap(range, subnet.range))
    if (other) throw unprocessable(`${name}: ${subnet.text} overlaps ${other.text}, the range of ${other.name}.`)
    usedSubnets.push(subnet)
  }
  const allocate = (name: string, bits: number) => {
    const existing = usedSubnets.find((subnet) => subnet.name === name)
    if (existing) return existing.text
    const free = findFree(name, bits, usedSubnets)
    usedSubnets.push(free)
    return free.text
  }
  return { cluster_subnet: allocate('cluster_subnet', 16), service_subnet: allocate('service_subnet', 19) }
}

function findSubnet(name: string, text: string | null | undefined): Subnet | undefined {
  if (!text) return undefined
  const range = parseRange(text)
  if (!range) throw unprocessable(`${name}: "${text}" is not an IPv4 range in CIDR notation.`)
  if (!privateRanges.some((each) => rangeContains(each, range))) throw unprocessable(`${name}: ${text} is not a private range.`)
  return { name, text, range }
}

/** 10.244.0.0, 10.245.0.0, …, then from 10.1.0.0 on. */
function findFree(name: string, bits: number, usedSubnets: readonly Subnet[]): Subnet {
  for (let n = 0; n < 255; n += 1) {
    const text = `10.${((243 + n) % 255) + 1}.0.0/${bits}`
    const range = parseRange(text)
    if (range && !usedSubnets.some((each) => rangesOverlap(each.range, range))) return { name, text, range }
  }
  throw unprocessable(`${name}: no private range is free.`)
}
