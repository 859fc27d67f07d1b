/** Parses the rule and the template of a pool. */
import { Failure, unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { type DropletPlan, planDroplets } from '../droplets/index.ts'

type Pool = Kinds['DropletAutoscalePool']
type Template = Pool['droplet_template']
type Request = Operations['droplets_autoscalePools_create']['body']
type PoolSettings = Pick<Pool, 'name' | 'config' | 'droplet_template'>

const defaultCooldown = 10

/** Parses a request for a pool. @throws Failure 422 */
export function parsePool(ctx: AccountContext, body: Request): PoolSettings {
  const { name } = body
  const droplet_template = parseTemplate(body.droplet_template)
  const config = parseConfig(body.config)
  checkTemplate(ctx, name, droplet_template)
  return { name, config, droplet_template }
}

/** Either a fixed number or a range. */
function parseConfig(config: Request['config']): Pool['config'] {
  if ('target_number_instances' in config) {
    if ('min_instances' in config || 'max_instances' in config)
      throw unprocessable('config: target_number_instances does not go together with min_instances and max_instances.')
    return { target_number_instances: config.target_number_instances }
  }
  const { min_instances: min, max_instances: max } = config
  if (min > max) throw unprocessable(`config.min_instances: ${min} is more than max_instances, ${max}.`)
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

function parseTemplate(template: Request['droplet_template']): Template {
  return {
    name: template.name ?? '',
    region: template.region,
    size: template.size,
    image: template.image,
    ssh_keys: template.ssh_keys,
    tags: template.tags ?? [],
    vpc_uuid: template.vpc_uuid ?? '',
    with_droplet_agent: template.with_droplet_agent === true,
    project_id: template.project_id ?? '',
    ipv6: template.ipv6 === true,
    user_data: template.user_data ?? '',
    public_networking: template.public_networking !== false,
  }
}

/** Validates the template by planning a droplet. @throws Failure 422 */
function checkTemplate(ctx: AccountContext, poolName: string, template: Template): void {
  try {
    planMember(ctx, poolName, template, ['member'])
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw unprocessable(`droplet_template: ${error.message}`)
  }
}

/** @throws Failure 404, 422 */
export function planMember(ctx: AccountContext, poolName: string, template: Template, names: readonly string[] = []): DropletPlan {
  return planDroplets(ctx, template, names.length > 0 ? names : [memberName(ctx, poolName, template)])
}

function memberName({ ids }: AccountContext, poolName: string, template: Template): string {
  const base = template.name || poolName
  return `${base}-${parseInt(ids.hex(12), 16).toString(36).padStart(6, '0').slice(-6)}`
}

/** Returns the number of droplets that the rule requires. Nothing loads the droplets, so a range keeps `count`. */
export function wantedCount({ config }: Pick<Pool, 'config'>, count: number): number {
  if ('target_number_instances' in config) return config.target_number_instances
  return Math.min(Math.max(count, config.min_instances), config.max_instances)
}
