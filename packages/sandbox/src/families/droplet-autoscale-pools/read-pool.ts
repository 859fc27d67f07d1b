/** Reads the rule and the template of a pool. */
import { Failure, unprocessable } from '../../engine/failure.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type DropletPlan, type DropletRequest, planDroplets } from '../droplets/index.ts'

export interface PoolSettings {
  readonly name: string
  readonly config: Value
  readonly droplet_template: Value
}

const defaultCooldown = 10

/** Everything that a request for a pool says. @throws Failure 422 */
export function readPool(world: World, body: Value): PoolSettings {
  const name = String(body['name'])
  const droplet_template = readTemplate(body['droplet_template'] as Value)
  const config = readConfig(body['config'] as Value)
  checkTemplate(world, name, droplet_template)
  const { project_id: project } = droplet_template
  if (project !== '' && !world.engine.find({ kind: 'Project', id: String(project) }))
    throw unprocessable(`droplet_template.project_id: there is no project "${String(project)}".`)
  return { name, config, droplet_template }
}

/** A fixed number or a range, never something of both. */
function readConfig(config: Value): Value {
  const { target_number_instances: fixed, min_instances: min, max_instances: max } = config
  const hasRange = min !== undefined || max !== undefined
  if (fixed !== undefined && hasRange)
    throw unprocessable('config: target_number_instances does not go together with min_instances and max_instances.')
  if (fixed !== undefined) return { target_number_instances: fixed }
  if (Number(min) > Number(max)) throw unprocessable(`config.min_instances: ${String(min)} is more than max_instances, ${String(max)}.`)
  const { target_cpu_utilization: cpu, target_memory_utilization: memory, cooldown_minutes: cooldown } = config
  if (cpu === undefined && memory === undefined)
    throw unprocessable('config: a range needs target_cpu_utilization or target_memory_utilization.')
  return {
    min_instances: min,
    max_instances: max,
    ...(cpu !== undefined && { target_cpu_utilization: cpu }),
    ...(memory !== undefined && { target_memory_utilization: memory }),
    cooldown_minutes: cooldown ?? defaultCooldown,
  }
}

function readTemplate(template: Value): Value {
  return {
    name: template['name'] ?? '',
    region: template['region'],
    size: template['size'],
    image: template['image'],
    ssh_keys: template['ssh_keys'] ?? [],
    tags: template['tags'] ?? [],
    vpc_uuid: template['vpc_uuid'] ?? '',
    with_droplet_agent: template['with_droplet_agent'] === true,
    project_id: template['project_id'] ?? '',
    ipv6: template['ipv6'] === true,
    user_data: template['user_data'] ?? '',
    public_networking: template['public_networking'] !== false,
  }
}

/** A droplet is made of it in thought. @throws Failure 422 */
function checkTemplate(world: World, poolName: string, template: Value): void {
  try {
    planMember(world, poolName, template, ['member'])
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw unprocessable(`droplet_template: ${error.message}`)
  }
}

/** @throws Failure 404, 422 */
export function planMember(world: World, poolName: string, template: Value, names: readonly string[] = []): DropletPlan {
  // As `readTemplate` made it.
  const request = template as unknown as DropletRequest
  return planDroplets(world, request, names.length > 0 ? names : [memberName(world, poolName, template)])
}

function memberName({ ids }: World, poolName: string, template: Value): string {
  const base = template['name'] === '' ? poolName : String(template['name'])
  return `${base}-${parseInt(ids.hex(12), 16).toString(36).padStart(6, '0').slice(-6)}`
}

/** How many droplets the rule asks for when there are `count`. Nothing loads them, so a range stays where it is. */
export function wantedCount({ config }: Value, count: number): number {
  const { target_number_instances: fixed, min_instances: min, max_instances: max } = config as Value
  return fixed === undefined ? Math.min(Math.max(count, Number(min)), Number(max)) : Number(fixed)
}
