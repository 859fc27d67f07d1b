import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { allocateAddress } from '../../shared/vpcs.ts'

export const urnOf = (id: string) => `do:loadbalancer:${id}`

type LoadBalancer = Kinds['LoadBalancer']

export function addressV6(
  { ids }: AccountContext,
  { network_stack: stack }: Pick<LoadBalancer, 'network_stack'>,
  { ipv6: before }: LoadBalancer,
): string {
  return stack === 'DUALSTACK' ? before || ids.ipv6() : ''
}

/** Returns the addresses of a load balancer that becomes active. */
export function assignAddresses(ctx: AccountContext, balancer: LoadBalancer): Pick<LoadBalancer, 'ip' | 'ipv6'> {
  const { engine, ids } = ctx
  const vpc = balancer.network === 'INTERNAL' ? engine.find('Vpc', balancer.vpc_uuid) : undefined
  const ip = engine.getHidden('LoadBalancer', balancer.id).ip ?? (vpc ? allocateAddress(ctx, vpc) : ids.ipv4())
  return { ip, ipv6: addressV6(ctx, balancer, balancer) }
}
