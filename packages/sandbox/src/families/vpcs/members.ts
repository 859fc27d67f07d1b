/** What has a private address in a VPC. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'

/** The kinds of members, as the second part of their URN names them, and the field that says in which VPC one is. */
const memberKinds = [
  { type: 'droplet', kind: 'Droplet', field: 'vpc_uuid' },
  { type: 'loadbalancer', kind: 'LoadBalancer', field: 'vpc_uuid' },
  { type: 'kubernetes', kind: 'KubernetesCluster', field: 'vpc_uuid' },
  { type: 'dbaas', kind: 'DatabaseCluster', field: 'private_network_uuid' },
] as const

/** @param type only members of this kind */
export function listMembers(world: World, vpc: string, type?: string): Value[] {
  const { engine } = world
  const direct = memberKinds.flatMap(({ type: own, kind, field }) =>
    engine.all({ kind, where: [{ field, equals: vpc }], order: 'newest' }).map((value) => describe(own, value)),
  )
  const gateways = gatewaysOf(world, vpc).map((gateway) => describe('vpcnatgateway', gateway))
  const apps = engine.all({ kind: 'App', where: [{ field: 'vpc.id', equals: vpc }], order: 'newest' })
  const reaching = apps.map((app) => describe('app', { ...app, name: (app['spec'] as Value)['name'] }))
  return [...direct, ...gateways, ...reaching].filter(({ urn }) => type === undefined || String(urn).startsWith(`do:${type}:`))
}

/** The NAT gateways through which the VPC leaves. */
export function gatewaysOf({ engine }: World, vpc: string): Value[] {
  const connects = ({ vpcs }: Value) => (vpcs as readonly Value[]).some(({ vpc_uuid: id }) => id === vpc)
  return engine.all({ kind: 'VpcNatGateway', order: 'newest' }).filter(connects)
}

function describe(type: string, { id, name, created_at: at }: Value): Value {
  return { name, urn: `do:${type}:${String(id)}`, created_at: at }
}
