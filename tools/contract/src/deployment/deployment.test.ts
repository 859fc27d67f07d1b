/** Validates the deployment examples with several replicas: the Kubernetes schemas accept them, and the things they name exist. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1'
import { type IPodDisruptionBudget, PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { type IService, Service } from 'kubernetes-models/v1'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { repoFolder } from '../load-specification.ts'

const folder = join(repoFolder, 'packages/sandbox/deploy')
const readText = (name: string) => readFileSync(join(folder, name), 'utf8')

/** All properties of its schema; a test that reads a missing one fails. */
type Whole<Type> = { readonly [Name in keyof Type]-?: Whole<NonNullable<Type[Name]>> }
type Manifests = readonly [Whole<IDeployment>, Whole<IService>, Whole<IPodDisruptionBudget>]
const kinds: Readonly<Record<string, new (manifest: object) => { validate(): void }>> = { Deployment, Service, PodDisruptionBudget }
// The schema validates it in a test.
const manifests = parseAllDocuments(readText('kubernetes.yaml')).map((document): unknown => document.toJS()) as unknown as Manifests
/** Lists field paths, because schemas ignore unknown fields. */
const listPaths = (value: unknown, path = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => listPaths(inner, Array.isArray(value) ? path : `${path}.${name}`))
    : [path]

describe('Kubernetes', () => {
  const [deployment, service, budget] = manifests
  const container = deployment.spec.template.spec.containers[0]!

  it.each(manifests.map((manifest) => ({ kind: manifest.kind, manifest })))('has a valid $kind', ({ kind, manifest }) => {
    const Kind = kinds[kind]!
    expect(() => new Kind(manifest).validate()).not.toThrow()
    expect(() => new Kind({ ...manifest, spec: { ...manifest.spec, selector: 7 } }).validate()).toThrow('selector')
  })

  it('selects and reaches its pods', () => {
    const labels = deployment.spec.template.metadata.labels
    expect(deployment.spec.selector.matchLabels).toEqual(labels)
    expect(service.spec.selector).toEqual(labels)
    expect(budget.spec.selector.matchLabels).toEqual(labels)
    expect(container.ports.map(({ name }) => name)).toContain(service.spec.ports[0]!.targetPort)
  })

  it('probes endpoints that need no token', () => {
    const control = parse(readFileSync(join(repoFolder, 'packages/sandbox/control/openapi.yaml'), 'utf8')) as {
      readonly paths: Readonly<Record<string, { readonly get: { readonly security: unknown } }>>
    }
    for (const probe of ['startupProbe', 'readinessProbe'] as const) {
      const { path } = container[probe].httpGet
      expect(control.paths[path]?.get.security, `${probe}: ${path}`).toEqual([])
    }
  })

  it('keeps at least one pod during drains and upgrades', () => {
    expect(deployment.spec.strategy.rollingUpdate.maxUnavailable).toBe(0)
    expect(budget.spec.minAvailable).toBeLessThan(deployment.spec.replicas)
    const { preStop } = container.lifecycle
    expect(preStop.sleep.seconds).toBeLessThan(deployment.spec.template.spec.terminationGracePeriodSeconds)
  })

  it('has only fields of the reviewed list', async () => {
    await expect([...new Set(manifests.flatMap((manifest) => listPaths(manifest)))].toSorted().join('\n')).toMatchFileSnapshot(
      'kubernetes-fields.txt',
    )
  })
})

interface ComposeService {
  readonly image: string
  readonly environment: Readonly<Record<string, string>>
  readonly build: { readonly args: Readonly<Record<string, string>> }
}

describe('compose', () => {
  const { services } = parse(readText('compose.yaml'), { merge: true }) as { readonly services: Readonly<Record<string, ComposeService>> }
  const replicas = Object.entries(services).filter(([, { image }]) => image === 'spindrift-sandbox:postgres')

  it('has two replicas with one state behind the load balancer', () => {
    expect(replicas).toHaveLength(2)
    const { hostname } = new URL(replicas[0]?.[1].environment['SPINDRIFT_SANDBOX_STATE'] ?? '')
    expect(Object.keys(services)).toContain(hostname)
    const balancer = services['sandbox']!.environment
    expect(Object.values(balancer)).toEqual(replicas.map(([name]) => `${name}:4020`))
    for (const variable of Object.keys(balancer)) expect(readText('haproxy.cfg')).toContain(`"\${${variable}}"`)
    expect(readText('haproxy.cfg')).toContain(`hdr Host ${replicas[0]?.[1].environment['SPINDRIFT_SANDBOX_ALLOWED_HOST']}`)
  })

  it('passes a build argument of the Dockerfile', () => {
    const dockerfile = readFileSync(join(repoFolder, 'packages/sandbox/Dockerfile'), 'utf8')
    for (const name of Object.keys(replicas[0]![1].build.args)) expect(dockerfile).toContain(`\nARG ${name}\n`)
  })

  const hasBalancer = spawnSync('haproxy', ['-v']).status === 0
  it.skipIf(!hasBalancer)('has a valid HAProxy configuration', () => {
    const env = { ...process.env, REPLICA_ONE: '127.0.0.1:4021', REPLICA_TWO: '127.0.0.1:4022' }
    const { status, stdout, stderr } = spawnSync('haproxy', ['-c', '-f', join(folder, 'haproxy.cfg')], { encoding: 'utf8', env })
    expect({ status, output: stdout + stderr }).toMatchObject({ status: 0 })
  })
})
