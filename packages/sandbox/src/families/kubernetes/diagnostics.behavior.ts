/** What the platform knows about the health of a cluster: its own messages, and checks on request. */
import { kubernetesChecks } from '../../catalog/kubernetes-checks.ts'
import { clusterApplications } from '../../catalog/one-clicks.ts'
import type { Behavior, Call } from '../../engine/call.ts'
import { notFound, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import type { HiddenOf } from '../../engine/kinds.ts'
import { answerValues } from '../../engine/pages.ts'
import type { World } from '../../engine/world.ts'
import type { FamilyBehavior } from '../family.ts'
import { findCluster, isRunning, openCluster, waitFor } from './clusters.ts'
import { installedIn } from '../one-clicks/index.ts'
import { later } from '../../shared/later.ts'

const secondsToCheck = 21

interface CheckDue {
  readonly cluster: string
  readonly run: string
  readonly checks: readonly string[]
}

type Run = NonNullable<HiddenOf<'KubernetesCluster'>['checks']>[number]
type Diagnostic = Run['diagnostics'][number]

const listStatusMessages: Behavior<'kubernetes_clusters_listStatusMessages'> = (call, world) =>
  answerValues(call, 'messages', world.engine.hidden('KubernetesCluster', openCluster(call, world).id).messages ?? [])

const start: Behavior<'kubernetes_clusters_runLint'> = (call, world) => {
  const { id, status } = openCluster(call, world)
  if (!isRunning(status.state)) throw preconditionFailed(waitFor(status.state))
  const checks = chooseChecks(call.body ?? {})
  const run = { run_id: world.ids.uuid(), requested_at: world.clock.stamp(), diagnostics: [] }
  world.engine.hide('KubernetesCluster', id, { checks: [run, ...runsOf(world, id)] })
  const due: CheckDue = { cluster: id, run: run.run_id, checks }
  later(world, secondsToCheck, 'kubernetesDiagnostics.finish', due)
  return { run_id: run.run_id }
}

type LintRequest = NonNullable<Call<'kubernetes_clusters_runLint'>['body']>

/** @throws Failure 422 for a name that is none */
function chooseChecks(body: LintRequest): readonly string[] {
  const names = Object.keys(kubernetesChecks)
  const groups = new Set(Object.values(kubernetesChecks).flat())
  const read = (list: keyof LintRequest, known: (name: string) => boolean, what: string) => {
    const asked = body[list] ?? []
    const unknown = asked.find((name) => !known(name))
    if (unknown !== undefined) throw unprocessable(`${list}: there is no ${what} "${unknown}".`)
    return asked
  }
  const isGroup = (name: string) => groups.has(name)
  const isCheck = (name: string) => names.includes(name)
  const inGroups = read('include_groups', isGroup, 'group')
  const also = read('include_checks', isCheck, 'check')
  const outGroups = read('exclude_groups', isGroup, 'group')
  const out = read('exclude_checks', isCheck, 'check')
  const isIn = (name: string, chosen: readonly string[]) => (kubernetesChecks[name] ?? []).some((group) => chosen.includes(group))
  const included = inGroups.length + also.length === 0 ? names : names.filter((name) => isIn(name, inGroups) || also.includes(name))
  return included.filter((name) => !isIn(name, outGroups) && !out.includes(name))
}

const results: Behavior<'kubernetes_clusters_getLintResults'> = (call, world) => {
  const runs = runsOf(world, openCluster(call, world).id)
  const { run_id: asked } = call.query
  const run = asked === undefined ? runs[0] : runs.find(({ run_id: id }) => id === asked)
  if (!run) throw notFound()
  return run
}

function finish({ cluster, run, checks }: CheckDue, world: World): void {
  if (!findCluster(world, cluster)) return
  const diagnostics = checks.includes('unset-memory-limit') ? findLimitless(world, cluster) : []
  const completed = { completed_at: world.clock.stamp(), diagnostics }
  const runs = runsOf(world, cluster).map((each) => (each.run_id === run ? { ...each, ...completed } : each))
  world.engine.hide('KubernetesCluster', cluster, { checks: runs })
}

/** All that the sandbox knows to run in a cluster are the applications that were installed into it. */
function findLimitless(world: World, cluster: string): Diagnostic[] {
  const installed = installedIn(world, cluster)
  return clusterApplications
    .filter(({ slug }) => installed.includes(slug))
    .map(({ workload, namespace }) => ({
      check_name: 'unset-memory-limit',
      severity: 'warning',
      message: `The container ${workload} has no memory limit.`,
      object: { name: workload, kind: 'Deployment', namespace },
    }))
}

/** The latest first. */
function runsOf({ engine }: World, cluster: string): readonly Run[] {
  return engine.hidden('KubernetesCluster', cluster).checks ?? []
}

export const kubernetesDiagnostics: FamilyBehavior = {
  behaviors: {
    kubernetes_clusters_listStatusMessages: listStatusMessages,
    kubernetes_clusters_runLint: start,
    kubernetes_clusters_getLintResults: results,
  },
  due: { 'kubernetesDiagnostics.finish': finish },
}
