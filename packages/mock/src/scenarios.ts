/** All responses that the mock can return. */
import { readFileSync } from 'node:fs'

/** One response of an operation. Request it with `Prefer: code=<status>, example=<example>`. */
export interface Scenario {
  /** The operationId. */
  readonly operation: string
  readonly method: string
  /** Path template: `/v2/volumes/{volume_id}`. */
  readonly path: string
  /** Status, or `default` for any status that the operation does not list. */
  readonly status: string
  /** Name of the example; null if the response has no body. */
  readonly example: string | null
  /** Value for the `Accept` header; null if the response has no body. */
  readonly mediaType: string | null
  /** A valid request; add only `Prefer` and `Accept`. */
  readonly request: ScenarioRequest
}

export interface ScenarioRequest {
  /** Path with parameter values, and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** Value to send as JSON, or the text of any other body. */
  readonly body?: unknown
}

interface ScenarioGroup extends Pick<Scenario, 'operation' | 'method' | 'path' | 'request'> {
  readonly replies: readonly { readonly status: string; readonly mediaType: string | null; readonly examples: readonly string[] }[]
}

const ownScenarios = new URL('./generated/scenarios.json', import.meta.url)

/** Returns all scenarios, or those with `filter` in their operation, path or method. */
export function listScenarios(filter = '', file: URL = ownScenarios): Scenario[] {
  const term = filter.toLowerCase()
  return readGroups(file)
    .filter(({ operation, method, path }) => `${operation} ${method} ${path}`.toLowerCase().includes(term))
    .flatMap(({ replies, ...group }) =>
      replies.flatMap(({ status, mediaType, examples }) =>
        (examples.length > 0 ? examples : [null]).map((example) => ({ ...group, status, example, mediaType })),
      ),
    )
}

function readGroups(file: URL): ScenarioGroup[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ScenarioGroup[]
  } catch (cause) {
    throw new Error(`Cannot read the scenarios at ${file.pathname}. In the repository, run: pnpm generate`, { cause })
  }
}
