/** The rules of a specification that a schema cannot say. It is given as it takes effect, but for secrets, which are checked as they were sent. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { readTimetable } from '../functions/index.ts'
import { checkAlerts } from './check-alerts.ts'
import { checkDestinations, checkDatabase, checkDomains, checkImage, checkVpc } from './check-references.ts'
import { checkRouting } from './check-routing.ts'
import { type Component, builtKinds, listComponents, listOf, recordOf, repositoryHosts, runningKinds, sourceKinds } from './components.ts'
import { type Report, refuseFirst, reportOn } from './findings.ts'
import { findSize } from './price.ts'
import type { Sealer } from './secrets.ts'
import { isTimeZone } from './time-zones.ts'

export interface CheckOptions {
  readonly asked: Value
  readonly filled: Value
  readonly sealer: Sealer
  /** The app that is changed. */
  readonly app?: { readonly id: string; readonly host: string; readonly region: string } | undefined
}

/** @throws Failure 400 naming the first field at fault, and the component */
export function checkSpec(world: World, { asked, filled, sealer, app }: CheckOptions): void {
  refuseFirst((report) => {
    const components = listComponents(filled)
    if (components.every(({ kind }) => kind === 'databases')) report('spec', 'there must be one component at least that is not a database.')
    checkNames(components, report)
    if (app && filled['region'] !== app.region) report('spec.region', `the app is in ${app.region}, which cannot be changed.`)
    for (const component of components) {
      checkComponent(world, component, reportOn(report, component))
      checkHealthPorts(component, report)
    }
    for (const component of listComponents(asked, builtKinds)) checkSecrets(component.value, sealer, reportOn(report, component))
    checkVariables(listOf(asked, 'envs'), sealer, (field, message) => report(`spec.${field}`, `the app ${message}`))
    checkRouting(filled, report)
    checkAlerts(filled, report)
    checkDomains(world, filled, app, report)
    checkVpc(world, filled, report)
  })
}

function checkNames(components: readonly Component[], report: Report): void {
  for (const [index, { name, place }] of components.entries()) {
    const first = components.findIndex((other) => other.name === name)
    if (first !== index)
      report(`${place}.name`, `"${name}" is the name of ${components[first]?.place} already; components need names of their own.`)
  }
}

function checkComponent(world: World, component: Component, report: Report): void {
  const { kind, value } = component
  if (kind === 'databases') return checkDatabase(world, value, report)
  checkSource(world, component, report)
  checkDestinations(world, value, report)
  if (kind === 'jobs') checkJob(value, report)
  if ((runningKinds as readonly string[]).includes(kind)) checkInstances(value, report)
  if (kind === 'services') checkPorts(value, report)
}

function checkSource(world: World, { kind, value }: Component, report: Report): void {
  const allowed = kind === 'functions' ? sourceKinds.filter((source) => source !== 'image') : sourceKinds
  const sources = allowed.filter((source) => value[source] !== undefined)
  if (sources.length !== 1) {
    const found = sources.length === 0 ? 'has none' : `has ${sources.join(' and ')}`
    return report('', `needs exactly one of ${allowed.join(', ')} to come from, and ${found}.`)
  }
  const git = recordOf(value, 'git')
  if (git && !/^https:\/\/[^/\s]+\/\S+$/.test(String(git['repo_clone_url'] ?? '')))
    report('git.repo_clone_url', 'needs the https:// address of a repository to clone.')
  for (const host of repositoryHosts) {
    const repository = recordOf(value, host)
    if (repository && !/^[\w.-]+(\/[\w.-]+)+$/.test(String(repository['repo'] ?? '')))
      report(`${host}.repo`, 'needs a repository as owner and name with a slash between.')
  }
  const image = recordOf(value, 'image')
  if (image) checkImage(world, image, report)
}

/** Copies of one component. */
const mostInstances = 250

function checkInstances(value: Value, report: Report): void {
  const size = findSize(value['instance_size_slug'])
  const count = Number(value['instance_count'] ?? 1)
  if (size?.single_instance_only === true && count > 1)
    report('instance_count', `runs on ${size.slug}, of which there can be one copy only, and wants ${count}.`)
  if (count > mostInstances) report('instance_count', `wants ${count} copies; there can be ${mostInstances}.`)
  const scaling = recordOf(value, 'autoscaling')
  if (!scaling) return
  if (size?.scalable !== true)
    report('autoscaling', `runs on ${String(value['instance_size_slug'])}; autoscaling needs a size with dedicated CPU.`)
  const { min_instance_count: fewest, max_instance_count: most } = scaling
  if (typeof most !== 'number') report('autoscaling.max_instance_count', 'must say how many copies there may be.')
  else if (most > mostInstances) report('autoscaling.max_instance_count', `wants ${most} copies; there can be ${mostInstances}.`)
  else if (Number(fewest ?? 1) > most)
    report('autoscaling.min_instance_count', `wants ${Number(fewest)} copies at least and ${most} at most.`)
}

function checkPorts(value: Value, report: Report): void {
  const ports = (value['internal_ports'] ?? []) as readonly number[]
  if (ports.includes(Number(value['http_port']))) report('internal_ports', `has ${Number(value['http_port'])} as its http_port already.`)
  if (new Set(ports).size < ports.length) report('internal_ports', 'has a port twice.')
}

/** A check can only try a port that the component says it listens on. */
function checkHealthPorts({ place, value }: Component, report: Report): void {
  const ports = new Set([value['http_port'], ...((value['internal_ports'] ?? []) as readonly unknown[])])
  for (const field of ['health_check', 'liveness_health_check']) {
    const port = recordOf(value, field)?.['port']
    if (value['http_port'] !== undefined && port !== undefined && !ports.has(port))
      report(`${place}.${field}.port`, `health check port "${String(port)}" not found in internal_ports`)
  }
}

function checkJob(value: Value, report: Report): void {
  const schedule = recordOf(value, 'schedule')
  if (value['kind'] !== 'SCHEDULED') {
    if (schedule) report('schedule', `is a job of the kind ${String(value['kind'])}; only SCHEDULED jobs have a timetable.`)
    return
  }
  if (!schedule) return report('schedule', 'is a SCHEDULED job and needs a timetable.')
  try {
    readTimetable(String(schedule['cron']))
  } catch (error) {
    report('schedule.cron', `cannot be run by this timetable: it ${error instanceof Error ? error.message : 'cannot be read'}.`)
  }
  if (!isTimeZone(String(schedule['time_zone'])))
    report('schedule.time_zone', `names the time zone "${String(schedule['time_zone'])}", which there is not.`)
}

/** Everything that is sealed when it is stored. */
function checkSecrets(value: Value, sealer: Sealer, report: Report): void {
  checkVariables(listOf(value, 'envs'), sealer, report)
  const credentials = recordOf(value, 'image')?.['registry_credentials']
  if (sealer.isForeign(credentials)) report('image.registry_credentials', foreign)
  else if (typeof credentials === 'string' && credentials !== '' && !credentials.includes(':'))
    report('image.registry_credentials', 'needs user name and token with a colon between.')
}

const foreign = 'was sent the encrypted form of a secret that this app does not have. Send the value itself.'

function checkVariables(variables: readonly Value[], sealer: Sealer, report: Report): void {
  for (const [index, { key, type, value }] of variables.entries()) {
    if (variables.findIndex((other) => other['key'] === key) !== index)
      report(`envs.${index}.key`, `has the variable ${String(key)} twice.`)
    if (type === 'SECRET' && sealer.isForeign(value)) report(`envs.${index}.value`, foreign)
  }
}
