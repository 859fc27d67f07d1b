/** Progress of a deployment: one step for each component in build and deploy, computed from the times of its phases. */
import type { Deployment } from './app-state.ts'
import { type AppSpec, type Component, builtKinds, kindNames, listComponents } from './components.ts'

type Progress = Deployment['progress']
type Step = Progress['steps'][number]

/** Start times of the phases of a deployment. */
export type Marks = { readonly [Phase in Deployment['phase']]?: string }

export interface StepFailure {
  readonly stage: 'build' | 'deploy'
  readonly component: string
  readonly code: string
  readonly message: string
}

export interface ProgressPlan {
  readonly spec: AppSpec
  readonly marks: Marks
  readonly phase: Deployment['phase']
  /** True when the deployment reuses a build. */
  readonly isClone: boolean
  readonly failure?: StepFailure | undefined
}

interface Stage {
  readonly status: Step['status']
  readonly from: string | undefined
  readonly to: string | undefined
}

export function formatProgress(plan: ProgressPlan): Progress {
  const { spec, isClone, failure } = plan
  const components = listComponents(spec, builtKinds)
  const stages = [
    ...(isClone ? [] : [{ name: 'build', verb: 'Building', stage: getStage(plan, 'build'), first: 'initialize', last: undefined }]),
    { name: 'deploy', verb: 'Deploying', stage: getStage(plan, 'deploy'), first: 'initialize', last: 'finalize' },
  ]
  const steps = stages.map(({ name, verb, stage, first, last }): Step => {
    const componentSteps = components.map((component) =>
      buildComponentStep(name, verb, component, stage, failure?.stage === name ? failure : undefined),
    )
    const stepList: Step[] = [
      buildStep(first, getFirstStepStage(stage)),
      { ...buildStep('components', stage), steps: componentSteps },
      ...(last === undefined ? [] : [buildStep(last, getLastStepStage(stage))]),
    ]
    return { ...buildStep(name, stage), ...formatReason(failure, name), steps: stepList }
  })
  const leafSteps = steps.flatMap(listLeaves)
  const count = (status: Step['status']) => leafSteps.filter((leaf) => leaf.status === status).length
  return {
    total_steps: leafSteps.length,
    pending_steps: count('PENDING'),
    running_steps: count('RUNNING'),
    success_steps: count('SUCCESS'),
    error_steps: count('ERROR'),
    steps,
    summary_steps: steps.map(({ steps: _inner, ...summary }) => summary),
  }
}

/** Returns status and times of a stage. A cancelled stage is PENDING and keeps its start time. */
function getStage({ phase, marks, failure }: ProgressPlan, name: 'build' | 'deploy'): Stage {
  const from = name === 'build' ? marks.BUILDING : marks.DEPLOYING
  const to = name === 'build' ? (marks.PENDING_DEPLOY ?? marks.DEPLOYING) : marks.ACTIVE
  if (to !== undefined) return { status: 'SUCCESS', from, to }
  if (from === undefined) return { status: 'PENDING', from, to: undefined }
  if (failure?.stage === name) return { status: 'ERROR', from, to: marks.ERROR }
  return { status: phase === 'CANCELED' ? 'PENDING' : 'RUNNING', from, to: undefined }
}

/** The first step, before the components, takes no time. */
function getFirstStepStage(stage: Stage): Stage {
  return stage.from === undefined || stage.status === 'PENDING' ? stage : { status: 'SUCCESS', from: stage.from, to: stage.from }
}

/** The last step, after the components, takes no time. */
function getLastStepStage({ status, to }: Stage): Stage {
  return status === 'SUCCESS' ? { status, from: to, to } : { status: 'PENDING', from: undefined, to: undefined }
}

function buildStep(name: string, { status, from, to }: Stage): Step {
  return { name, status, ...(from !== undefined && { started_at: from }), ...(to !== undefined && { ended_at: to }) }
}

function buildComponentStep(
  name: string,
  verb: string,
  { name: component, kind, value }: Component,
  stage: Stage,
  failure: StepFailure | undefined,
): Step {
  // An image is fetched, not built.
  const message = `${name === 'build' && value.image !== undefined ? 'Fetching the image of' : verb} ${kindNames[kind]} ${component}`
  const hasFailed = failure?.component === component
  const componentStage: Stage = failure && !hasFailed ? { status: 'SUCCESS', from: stage.from, to: stage.to } : stage
  const { name: stepName, ...rest } = buildStep(name, componentStage)
  return { name: stepName, component_name: component, message_base: message, ...rest, ...(hasFailed && formatReason(failure, name)) }
}

function formatReason(failure: StepFailure | undefined, stage: string): Pick<Step, 'reason'> {
  return failure?.stage === stage ? { reason: { code: failure.code, message: failure.message } } : {}
}

function listLeaves(value: Step): Step[] {
  const { steps = [] } = value
  return steps.length > 0 ? steps.flatMap(listLeaves) : [value]
}
