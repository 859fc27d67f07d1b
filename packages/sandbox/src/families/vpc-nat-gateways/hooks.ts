import type { Call } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import type { CreateInput } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { requireRegion } from '../../shared/require-region.ts'
import { requireProjectId } from '../../shared/project-urns.ts'
import { deriveSubnetId, allocateAddress } from '../../shared/vpcs.ts'
import { gatewaysOf } from '../vpcs/index.ts'

type Gateway = Kinds['VpcNatGateway']

type Connection = Gateway['vpcs'][number]

function parseGateway({ body }: Call<'vpcNatGateways_create'>, ctx: AccountContext): CreateInput<'VpcNatGateway'> {
  requireRegion(ctx, body.region)
  return {
    ...body,
    vpcs: connectVpcs(ctx, body.vpcs),
    egresses: { public_gateways: [] },
    project_id: requireProjectId(ctx, body.project_id),
  }
}

type ConnectionRequest = Operations['vpcNatGateways_create']['body']['vpcs'][number]

/** Keeps the address of a VPC that was connected before. @throws Failure 409, 422 */
function connectVpcs(ctx: AccountContext, requests: readonly ConnectionRequest[], gateway?: Gateway): Connection[] {
  const before = gateway?.vpcs ?? []
  const seen = new Set<string>()
  return requests.map(({ vpc_uuid: id, subnet_uuid: subnet, default_gateway: isDefault = false }) => {
    if (seen.has(id)) throw unprocessable(`vpcs: "${id}" is named twice.`)
    seen.add(id)
    const isDefaultGateway = ({ vpcs }: Gateway) => vpcs.some((each) => each.vpc_uuid === id && each.default_gateway)
    const otherGateway = isDefault ? gatewaysOf(ctx, id).find((other) => other.id !== gateway?.id && isDefaultGateway(other)) : undefined
    if (otherGateway) throw conflict(`vpcs: the default gateway of "${id}" is ${otherGateway.name} already.`)
    return {
      vpc_uuid: id,
      gateway_ip: before.find((each) => each.vpc_uuid === id)?.gateway_ip ?? '',
      default_gateway: isDefault,
      subnet_uuid: subnet || before.find((each) => each.vpc_uuid === id)?.subnet_uuid || deriveSubnetId(id),
    }
  })
}

function assignGatewayIps(ctx: AccountContext, vpcs: readonly Connection[]): Connection[] {
  return vpcs.map((each) => {
    const vpc = ctx.engine.find('Vpc', each.vpc_uuid)
    return each.gateway_ip === '' && vpc ? { ...each, gateway_ip: allocateAddress(ctx, vpc) } : each
  })
}

const natGateway: ResourceHooks<'VpcNatGateway'> = {
  parseCreate: (call: Call<'vpcNatGateways_create'>, ctx) => ({ fields: parseGateway(call, ctx) }),
  onEnter: {
    ACTIVE: ({ vpcs }, _key, ctx) => {
      const egresses = { public_gateways: [{ ipv4: ctx.ids.ipv4() }] }
      return { vpcs: assignGatewayIps(ctx, vpcs), egresses }
    },
  },
  /** Filters use lower-case states and types. */
  listQuery: (_call, _ctx, { filters }) => ({ where: filters.map((filter) => ({ ...filter, ignoreCase: filter.field !== 'name' })) }),
  beforeUpdate: ({ state }) => {
    if (state !== 'ACTIVE') throw conflict(`The gateway can be changed only while it is ACTIVE; it is ${state}.`)
  },
  parseUpdate: ({ body: { vpcs, ...body } }: Call<'vpcNatGateways_update'>, ctx, gateway) => ({
    fields: {
      ...gateway,
      ...body,
      ...(vpcs && { vpcs: assignGatewayIps(ctx, connectVpcs(ctx, vpcs, gateway)) }),
    },
  }),
  beforeDelete: ({ state }) => {
    if (state === 'DELETING') throw conflict('The gateway is being deleted already.')
  },
}

export const hooks: HooksByKind = { VpcNatGateway: natGateway }
