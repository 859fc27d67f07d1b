/** Runs the steps of a world in their order: requests, and moves of the clock. */
import { setClock } from '../control/clock-handlers.ts'
import type { Dependencies } from '../dependencies.ts'
import { Failure } from '../engine/failure.ts'
import { isRecord } from '../engine/values.ts'
import { type Resolve, useStatedIds } from './create-resources.ts'
import { replaceReferences } from './references.ts'
import { createWorldRequest } from './world-request.ts'
import type { WorldStep } from './world-definition.ts'
import { type Path, WorldError } from './world-error.ts'

/** @param resolve finds the value of a reference to a resource @throws WorldError when a step fails */
export function runSteps(steps: readonly WorldStep[], resolve: Resolve, dependencies: Dependencies): void {
  let reply: unknown
  for (const [n, step] of steps.entries()) {
    const path = ['steps', n]
    const read = (kind: string, rest: string) => (kind === 'reply' ? parseField(reply, rest, path) : resolve(kind, rest, path))
    useStatedIds(step.ids ?? {}, path, dependencies, () => {
      try {
        reply = runStep(step, read, path, dependencies) ?? reply
        dependencies.runPendingJobs()
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        throw new WorldError(step.request === undefined ? path : [...path, 'request'], `${error.status}: ${error.message}`, {
          cause: error,
        })
      }
    })
  }
}

/** @returns the body of the reply; undefined without one */
function runStep(step: WorldStep, read: Parameters<typeof replaceReferences>[1], path: Path, dependencies: Dependencies): unknown {
  const { request, headers, account, now, advance_seconds: seconds } = step
  if ((request === undefined) === (now === undefined && seconds === undefined))
    throw new WorldError(path, 'must have either "request", or "advance_seconds" or "now".')
  if (request === undefined) {
    setClock({ ...(now !== undefined && { now }), ...(seconds !== undefined && { advance_seconds: seconds }) }, dependencies)
    return undefined
  }
  const [, method = '', url = ''] = /^(GET|POST|PUT|PATCH|DELETE) (\S+)$/.exec(String(replaceReferences(request, read))) ?? []
  if (method === '') throw new WorldError([...path, 'request'], 'must be a method and a path, like "POST /v2/tags".')
  const body = replaceReferences(step.body, read)
  const response = dependencies.runWithoutLimits(createWorldRequest({ method, url, body, headers, account }, dependencies))
  return typeof response?.body === 'string' ? (JSON.parse(response.body) as unknown) : undefined
}

/** @param rest a path of names and indices, like `uploads.0.presigned_url` */
function parseField(reply: unknown, rest: string, path: Path): unknown {
  let value = reply
  for (const name of rest.split('.')) {
    if ((!isRecord(value) && !Array.isArray(value)) || !Object.hasOwn(value, name))
      throw new WorldError(path, `the reply before it has no "${rest}".`)
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return value
}
