/** Health of a cluster: messages of the platform, and checks on request. */
import { kubernetesChecks } from '../../catalog/kubernetes-checks.ts'
import { clusterApplications } from '../../catalog/one-clicks.ts'
import type { Handler, Call } from '../../engine/call.ts'
import { notFound, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import type { HiddenOf } from '../../engine/kinds.ts'
import { answerValues } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { listApplications, findCluster, isRunning, openCluster, waitFor } from './clusters.ts'
import { scheduleIn } from '../../shared/schedule-job.ts'
import type { Handlers, Jobs } from '../family.ts'

const secondsToCheck = 21

interface CheckJob {
  readonly cluster: string
  readonly run: string
  readonly checks: readonly string[]
}

type Run = NonNullable<HiddenOf<'KubernetesCluster'>['checks']>[number]

type Diagnostic = Run['diagnostics'][number]

const listStatusMessages: Handler<'kubernetes_clusters_listStatusMessages'> = (call, ctx) =>
  answerValues(call, 'messages', ctx.engine.getHidden('KubernetesCluster', openCluster(call, ctx).id).messages ?? [])

const startCheck: Handler<'kubernetes_clusters_runLint'> = (call, ctx) => {
  const { id, status } = openCluster(call, ctx)
  if (!isRunning(status.state)) throw preconditionFailed(waitFor(status.state))
  const checks = chooseChecks(call.body ?? {})
  const run = { run_id: ctx.ids.uuid(), requested_at: ctx.clock.timestamp(), diagnostics: [] }
  ctx.engine.setHidden('KubernetesCluster', id, { checks: [run, ...runsOf(ctx, id)] })
  const job: CheckJob = { cluster: id, run: run.run_id, checks }
  scheduleIn(ctx, secondsToCheck, 'kubernetesDiagnostics.finish', job)
  return { run_id: run.run_id }
}

type LintRequest = NonNullable<Call<'kubernetes_clusters_runLint'>['body']>

/** @throws Failure 422 for an unknown name */
function chooseChecks(body: LintRequest): readonly string[] {
  const names = Object.keys(kubernetesChecks)
  const groups = new Set(Object.values(kubernetesChecks).flat())
  const read = (list: keyof LintRequest, known: (name: string) => boolean, label: string) => {
    const requestedNames = body[list] ?? []
    const unknown = requestedNames.find((name) => !known(name))
    if (unknown !== undefined) throw unprocessable(`${list}: there is no ${label} "${unknown}".`)
    return requestedNames
  }
  const isGroup = (name: string) => groups.has(name)
  const isCheck = (name: string) => names.includes(name)
  const inGroups = read('include_groups', isGroup, 'group')
  const includedChecks = read('include_checks', isCheck, 'check')
  const outGroups = read('exclude_groups', isGroup, 'group')
  const out = read('exclude_checks', isCheck, 'check')
  const isIn = (name: string, selectedGroups: readonly string[]) =>
    (kubernetesChecks[name] ?? []).some((group) => selectedGroups.includes(group))
  const included =
    inGroups.length + includedChecks.length === 0 ? names : names.filter((name) => isIn(name, inGroups) || includedChecks.includes(name))
  return included.filter((name) => !isIn(name, outGroups) && !out.includes(name))
}

const results: Handler<'kubernetes_clusters_getLintResults'> = (call, ctx) => {
  const runs = runsOf(ctx, openCluster(call, ctx).id)
  const { run_id: runId } = call.query
  const run = runId === undefined ? runs[0] : runs.find(({ run_id: id }) => id === runId)
  if (!run) throw notFound()
  return run
}

function finishCheck({ cluster, run, checks }: CheckJob, ctx: AccountContext): void {
  if (!findCluster(ctx, cluster)) return
  const diagnostics = checks.includes('unset-memory-limit') ? findLimitless(ctx, cluster) : []
  const completed = { completed_at: ctx.clock.timestamp(), diagnostics }
  const runs = runsOf(ctx, cluster).map((each) => (each.run_id === run ? { ...each, ...completed } : each))
  ctx.engine.setHidden('KubernetesCluster', cluster, { checks: runs })
}

/** The sandbox knows only the installed 1-click applications of a cluster. */
function findLimitless(ctx: AccountContext, cluster: string): Diagnostic[] {
  const installed = listApplications(ctx, cluster)
  return clusterApplications
    .filter(({ slug }) => installed.includes(slug))
    .map(({ workload, namespace }) => ({
      check_name: 'unset-memory-limit',
      severity: 'warning',
      message: `The container ${workload} has no memory limit.`,
      object: { name: workload, kind: 'Deployment', namespace },
    }))
}

/** Newest first. */
function runsOf({ engine }: AccountContext, cluster: string): readonly Run[] {
  return engine.getHidden('KubernetesCluster', cluster).checks ?? []
}

export const diagnosticsHandlers = {
  kubernetes_clusters_listStatusMessages: listStatusMessages,
  kubernetes_clusters_runLint: startCheck,
  kubernetes_clusters_getLintResults: results,
} satisfies Handlers

export const diagnosticsJobs: Jobs = { 'kubernetesDiagnostics.finish': finishCheck }
