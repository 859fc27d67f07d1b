/** Checks of an app spec beyond its schema. They read the stored form, except for secrets, which they read from the input. */
import type { AccountContext } from '../../engine/account-context.ts'
import { parseTimetable } from '../functions/index.ts'
import { checkAlerts } from './spec-alerts.ts'
import { checkDestinations, checkDatabase, checkDomains, checkImage, checkVpc } from './spec-references.ts'
import { checkRouting } from './spec-routing.ts'
import {
  type AppSpec,
  type SpecInput,
  builtKinds,
  type Component,
  type ComponentSpec,
  findSourceFault,
  listComponents,
  sourceKinds,
} from './components.ts'
import { findSize } from './price.ts'
import { type Report, throwFirstFault, reportForComponent } from './spec-report.ts'
import type { Encryptor } from './secrets.ts'
import { isTimeZone } from './time-zones.ts'

export interface CheckOptions {
  readonly input: SpecInput
  readonly spec: AppSpec
  readonly encryptor: Encryptor
  /** Undefined for a new app. */
  readonly app?: { readonly id: string; readonly host: string } | undefined
}

/** @throws Failure 400 with the first invalid field and its component */
export function checkSpec(ctx: AccountContext, { input, spec, encryptor, app }: CheckOptions): void {
  throwFirstFault((report) => {
    const components = listComponents(spec)
    if (components.every(({ kind }) => kind === 'databases')) report('spec', 'needs at least one component that is not a database.')
    checkNames(components, report)
    for (const component of components) {
      checkComponent(ctx, component, reportForComponent(report, component))
      checkHealthPorts(component, report)
    }
    for (const component of listComponents(input, builtKinds))
      checkSecrets(component.value, encryptor, reportForComponent(report, component))
    checkVariables(input.envs, encryptor, (field, message) => report(`spec.${field}`, `the app ${message}`))
    checkRouting(spec, report)
    checkAlerts(spec, report)
    checkDomains(ctx, spec, app, report)
    checkVpc(ctx, spec, report)
  })
}

function checkNames(components: readonly Component[], report: Report): void {
  for (const [index, { name, path }] of components.entries()) {
    const first = components.findIndex((other) => other.name === name)
    if (first !== index)
      report(`${path}.name`, `"${name}" is already the name of ${components[first]?.path}; component names must be unique.`)
  }
}

function checkComponent(ctx: AccountContext, component: Component, report: Report): void {
  const { kind, value } = component
  if (kind === 'databases') return checkDatabase(ctx, value, report)
  checkSource(ctx, component, report)
  checkDestinations(ctx, value, report)
  if (kind === 'jobs') checkJob(value, report)
  if (kind === 'services' || kind === 'workers') checkInstances(value, report)
  if (kind === 'services') checkPorts(value, report)
}

function checkSource(ctx: AccountContext, { kind, value }: Component, report: Report): void {
  const allowed = kind === 'functions' ? sourceKinds.filter((source) => source !== 'image') : sourceKinds
  const fault = findSourceFault(value, allowed)
  if (fault) report('', fault)
  if (value.image) checkImage(ctx, value.image, report)
}

function checkInstances(value: ComponentSpec, report: Report): void {
  const { instance_size_slug: slug, instance_count: count = 1, autoscaling } = value
  const size = findSize(slug)
  if (size?.single_instance_only && count > 1) report('instance_count', `has ${count} instances, but ${size.slug} allows one only.`)
  if (!autoscaling) return
  if (!size?.scalable) report('autoscaling', `needs a size with dedicated CPU for autoscaling, not ${size?.slug ?? slug}.`)
  const { min_instance_count: min = 1, max_instance_count: max = min } = autoscaling
  if (min > max) report('autoscaling.min_instance_count', `has a min_instance_count of ${min}, above its max_instance_count of ${max}.`)
}

function checkPorts({ http_port: port, internal_ports: ports = [] }: ComponentSpec, report: Report): void {
  if (port !== undefined && ports.includes(port)) report('internal_ports', `has ${port} in internal_ports, which is its http_port.`)
}

/**
 * Checks the ports of health checks against `internal_ports`. Without those any port is allowed: clients send back the default `http_port`
 * with a health check of another port.
 */
function checkHealthPorts({ path, value }: Component, report: Report): void {
  const { http_port: main, internal_ports: others = [] } = value
  if (others.length === 0) return
  for (const field of ['health_check', 'liveness_health_check'] as const) {
    const port = value[field]?.port
    if (port !== undefined && port !== main && !others.includes(port))
      report(`${path}.${field}.port`, `health check port "${port}" not found in internal_ports`)
  }
}

function checkJob({ kind = 'POST_DEPLOY', schedule }: ComponentSpec, report: Report): void {
  if (kind !== 'SCHEDULED') {
    if (schedule) report('schedule', `is a ${kind} job; only SCHEDULED jobs can have a schedule.`)
    return
  }
  if (!schedule) return report('schedule', 'is a SCHEDULED job and needs a schedule.')
  const { cron, time_zone: zone = 'UTC' } = schedule
  try {
    parseTimetable(cron)
  } catch (error) {
    report('schedule.cron', `has an invalid cron expression: it ${error instanceof Error ? error.message : 'cannot be parsed'}.`)
  }
  if (!isTimeZone(zone)) report('schedule.time_zone', `names the time zone "${zone}", which does not exist.`)
}

function checkSecrets({ envs, image }: ComponentSpec, encryptor: Encryptor, report: Report): void {
  checkVariables(envs, encryptor, report)
  const credentials = image?.registry_credentials
  if (encryptor.isForeign(credentials)) report('image.registry_credentials', foreignSecretMessage)
  else if (credentials && !credentials.includes(':'))
    report('image.registry_credentials', 'needs a user name and a token, separated by a colon.')
}

const foreignSecretMessage = 'was sent the encrypted form of a secret that this app does not have. Send the plain value.'

function checkVariables(variables: ComponentSpec['envs'] = [], encryptor: Encryptor, report: Report): void {
  for (const [index, { key, type, value }] of variables.entries()) {
    if (variables.findIndex((other) => other.key === key) !== index) report(`envs.${index}.key`, `has the variable ${key} twice.`)
    if (type === 'SECRET' && encryptor.isForeign(value)) report(`envs.${index}.value`, foreignSecretMessage)
  }
}
