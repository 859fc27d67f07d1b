/** Resources with a private address in a VPC. */
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'

type Member = Operations['vpcs_members_list']['reply']['members'][number]

/** @param type only members of this kind, as in the second part of their URN */
export function listMembers(ctx: AccountContext, vpc: string, type?: string): Member[] {
  const { engine } = ctx
  const query = { where: [{ field: 'vpc_uuid', equals: vpc }], order: 'newest' } as const
  const databases = { where: [{ field: 'private_network_uuid', equals: vpc }], order: 'newest' } as const
  const apps = { where: [{ field: 'vpc.id', equals: vpc }], order: 'newest' } as const
  return [
    ...engine.list('Droplet', query).map((each) => describe('droplet', each)),
    ...engine.list('LoadBalancer', query).map((each) => describe('loadbalancer', each)),
    ...engine.list('KubernetesCluster', query).map((each) => describe('kubernetes', each)),
    ...engine.list('DatabaseCluster', databases).map((each) => describe('dbaas', each)),
    ...engine.list('MicroDroplet', query).map((each) => describe('microdroplet', each)),
    ...gatewaysOf(ctx, vpc).map((each) => describe('vpcnatgateway', each)),
    ...engine.list('App', apps).map(({ id, spec, created_at }) => describe('app', { id, name: spec.name, created_at })),
  ].filter(({ urn }) => type === undefined || urn.startsWith(`do:${type}:`))
}

/** NAT gateways of the VPC. */
export function gatewaysOf({ engine }: AccountContext, vpc: string): Kinds['VpcNatGateway'][] {
  return engine.list('VpcNatGateway', { order: 'newest' }).filter(({ vpcs }) => vpcs.some(({ vpc_uuid: id }) => id === vpc))
}

interface Named {
  readonly id: string | number
  readonly name: string
  readonly created_at: string
}

function describe(type: string, { id, name, created_at }: Named): Member {
  return { name, urn: `do:${type}:${id}`, created_at }
}
