import type { Behavior, Call } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody, readFilters } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import type { FamilyBehavior } from '../family.ts'
import { later } from '../../shared/later.ts'
import { openRegion } from '../../shared/open-region.ts'
import { readProject } from '../../shared/project-urns.ts'
import { readVpc, subnetOf, takeAddress } from '../../shared/read-vpc.ts'
import { gatewaysOf } from '../vpcs/index.ts'

interface Connection {
  readonly vpc_uuid: string
  readonly gateway_ip: string
  readonly default_gateway: boolean
  readonly subnet_uuid: string
}

const secondsToBegin = 5
const secondsToProvision = 20
const secondsToDelete = 5
const timeouts = ['udp_timeout_seconds', 'icmp_timeout_seconds', 'tcp_timeout_seconds'] as const

const gatewayKey = (id: unknown): Key => ({ kind: 'VpcNatGateway', id: String(id) })
const keyOf = (call: Call) => gatewayKey(call.path['id'])

/** Filters name states and types in small letters. */
const list: Behavior = (call, { engine }) => {
  const where = readFilters(call).map((condition) => ({ ...condition, fold: condition.field !== 'name' }))
  return replyPage(call, 'vpc_nat_gateways', engine.list({ kind: 'VpcNatGateway', where, order: 'newest', page: readPage(call) }))
}

const create: Behavior = (call, world) => {
  const body = readBody(call)
  openRegion(world, body['region'])
  const fields = {
    ...Object.fromEntries(['name', 'type', 'region', 'size'].map((field) => [field, body[field]])),
    ...Object.fromEntries(timeouts.map((field) => [field, body[field] ?? 30])),
    vpcs: connect(world, body['vpcs'], { region: String(body['region']) }),
    project_id: readProject(world, body['project_id']),
  }
  const gateway = world.engine.create('VpcNatGateway', fields, { lifecycle: false })
  later(world, secondsToBegin, 'vpcNatGateways.begin', { id: gateway['id'] })
  return { body: JSON.stringify({ vpc_nat_gateway: gateway }) }
}

const update: Behavior = (call, world) => {
  const body = readBody(call)
  const gateway = world.engine.get(keyOf(call))
  if (gateway['state'] !== 'ACTIVE')
    throw conflict(`The gateway can be changed only while it is ACTIVE; it is ${String(gateway['state'])}.`)
  const fields = Object.fromEntries(['name', 'size', ...timeouts].map((field) => [field, body[field] ?? gateway[field]]))
  const plan = { region: String(gateway['region']), gateway }
  const vpcs = body['vpcs'] ? provide(world, connect(world, body['vpcs'], plan)) : gateway['vpcs']
  const changed = world.engine.change(keyOf(call), { ...fields, vpcs, updated_at: world.clock.stamp() })
  return { body: JSON.stringify({ vpc_nat_gateway: changed }) }
}

const remove: Behavior = (call, world) => {
  const key = keyOf(call)
  if (world.engine.get(key)['state'] === 'DELETING') throw conflict('The gateway is being deleted already.')
  world.engine.trigger(key, call.operation.id)
  later(world, secondsToDelete, 'engine.remove', key)
  return {}
}

/** A VPC that was connected before keeps its address. @throws Failure 409, 422 */
function connect(world: World, given: unknown, { region, gateway }: { readonly region: string; readonly gateway?: Value }): Connection[] {
  const before = (gateway?.['vpcs'] ?? []) as readonly Connection[]
  const seen = new Set<string>()
  return (given as readonly Partial<Connection>[]).map(({ vpc_uuid: id = '', default_gateway: isDefault = false }) => {
    readVpc(world, 'vpcs', id, region)
    if (seen.has(id)) throw unprocessable(`vpcs: "${id}" is named twice.`)
    seen.add(id)
    const leads = (other: Value) => (other['vpcs'] as readonly Connection[]).some((each) => each.vpc_uuid === id && each.default_gateway)
    const rival = isDefault && gatewaysOf(world, id).find((other) => other['id'] !== gateway?.['id'] && leads(other))
    if (rival) throw conflict(`vpcs: the default gateway of "${id}" is ${String(rival['name'])} already.`)
    return {
      vpc_uuid: id,
      gateway_ip: before.find((each) => each.vpc_uuid === id)?.gateway_ip ?? '',
      default_gateway: isDefault,
      subnet_uuid: subnetOf(id),
    }
  })
}

function provide(world: World, vpcs: readonly Connection[]): Connection[] {
  return vpcs.map((each) => {
    const vpc = world.engine.find({ kind: 'Vpc', id: each.vpc_uuid })
    return each.gateway_ip === '' && vpc ? { ...each, gateway_ip: takeAddress(world, vpc) } : each
  })
}

function begin({ id }: { readonly id: string }, world: World): void {
  if (world.engine.find(gatewayKey(id))?.['state'] !== 'NEW') return
  world.engine.change(gatewayKey(id), { state: 'PROVISIONING' })
  later(world, secondsToProvision, 'vpcNatGateways.activate', { id })
}

function activate({ id }: { readonly id: string }, world: World): void {
  const gateway = world.engine.find(gatewayKey(id))
  if (gateway?.['state'] !== 'PROVISIONING') return
  const vpcs = provide(world, gateway['vpcs'] as readonly Connection[])
  const egresses = { public_gateways: [{ ipv4: world.ids.ipv4() }] }
  world.engine.change(gatewayKey(id), { state: 'ACTIVE', vpcs, egresses })
}

export const vpcNatGateways: FamilyBehavior = {
  operations: { vpcNatGateways_list: list, vpcNatGateways_create: create, vpcNatGateways_update: update, vpcNatGateways_delete: remove },
  due: { 'vpcNatGateways.begin': begin, 'vpcNatGateways.activate': activate },
}
