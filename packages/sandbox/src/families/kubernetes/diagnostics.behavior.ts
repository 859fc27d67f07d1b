/** What the platform knows about the health of a cluster: its own messages, and checks on request. */
import { kubernetesChecks } from '../../catalogue/kubernetes-checks.ts'
import { clusterApplications } from '../../catalogue/one-clicks.ts'
import type { Behavior } from '../../engine/call.ts'
import { notFound, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { FamilyBehavior } from '../family.ts'
import { clusterKey, findCluster, isRunning, openCluster, waitFor } from './clusters.ts'
import { listMessages } from './messages.ts'
import { installedIn } from '../one-clicks/index.ts'
import { later } from '../../shared/later.ts'

const secondsToCheck = 21

interface CheckDue {
  readonly cluster: string
  readonly run: string
  readonly checks: readonly string[]
}

const listStatusMessages: Behavior = (call, world) => replyValues(call, 'messages', listMessages(world, openCluster(call, world).id))

const start: Behavior = (call, world) => {
  const { id, status } = openCluster(call, world)
  if (!isRunning(status.state)) throw preconditionFailed(waitFor(status.state))
  const checks = chooseChecks(readBody(call))
  const run = { run_id: world.ids.uuid(), requested_at: world.clock.stamp(), diagnostics: [] }
  world.engine.hide(clusterKey(id), { checks: [run, ...runsOf(world, id)] })
  const due: CheckDue = { cluster: id, run: run.run_id, checks }
  later(world, secondsToCheck, 'kubernetesDiagnostics.finish', due)
  return { body: JSON.stringify({ run_id: run.run_id }) }
}

/** @throws Failure 422 for a name that is none */
function chooseChecks(body: Value): readonly string[] {
  const names = Object.keys(kubernetesChecks)
  const groups = new Set(Object.values(kubernetesChecks).flat())
  const read = (list: string, known: (name: string) => boolean, what: string) => {
    const asked = (body[list] ?? []) as readonly string[]
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

const results: Behavior = (call, world) => {
  const runs = runsOf(world, openCluster(call, world).id)
  const asked = call.query['run_id']
  const run = asked === undefined ? runs[0] : runs.find(({ run_id: id }) => id === asked)
  if (!run) throw notFound()
  return { body: JSON.stringify(run) }
}

function finish({ cluster, run, checks }: CheckDue, world: World): void {
  if (!findCluster(world, cluster)) return
  const diagnostics = checks.includes('unset-memory-limit') ? findLimitless(world, cluster) : []
  const completed = { completed_at: world.clock.stamp(), diagnostics }
  const runs = runsOf(world, cluster).map((each) => (each['run_id'] === run ? { ...each, ...completed } : each))
  world.engine.hide(clusterKey(cluster), { checks: runs })
}

/** All that the sandbox knows to run in a cluster are the applications that were installed into it. */
function findLimitless(world: World, cluster: string): readonly Value[] {
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
function runsOf({ engine }: World, cluster: string): readonly Value[] {
  return (engine.hidden(clusterKey(cluster))['checks'] ?? []) as readonly Value[]
}

export const kubernetesDiagnostics: FamilyBehavior = {
  operations: {
    kubernetes_list_status_messages: listStatusMessages,
    kubernetes_run_clusterlint: start,
    kubernetes_get_clusterlint_results: results,
  },
  due: { 'kubernetesDiagnostics.finish': finish },
}
