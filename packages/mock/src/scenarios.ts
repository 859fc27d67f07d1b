/** Everything the mock can be asked for, as data. */
import { readFileSync } from 'node:fs'

/** One reply of one operation. Ask for it with `Prefer: code=<status>, example=<example>`. */
export interface Scenario {
  /** The operationId. */
  readonly operation: string
  readonly method: string
  /** The path as the specification writes it: `/v2/volumes/{volume_id}`. */
  readonly path: string
  /** A status, or `default`: any status that the operation does not list. */
  readonly status: string
  /** The name of the example; null where the reply has no body. */
  readonly example: string | null
  /** What to send as `Accept`; null where the reply has no body. */
  readonly mediaType: string | null
  /** A request that passes, to which only `Prefer` and `Accept` need to be added. */
  readonly request: ScenarioRequest
}

export interface ScenarioRequest {
  /** The path with its parameters filled in, and the query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** A value to send as JSON, or the text of any other body. */
  readonly body?: unknown
}

interface ScenarioGroup extends Pick<Scenario, 'operation' | 'method' | 'path' | 'request'> {
  readonly replies: readonly { readonly status: string; readonly mediaType: string | null; readonly examples: readonly string[] }[]
}

const ownScenarios = new URL('./generated/scenarios.json', import.meta.url)

/** All scenarios, or those with `filter` in their operation, path or method. */
export function listScenarios(filter = '', file: URL = ownScenarios): Scenario[] {
  const wanted = filter.toLowerCase()
  return readGroups(file)
    .filter(({ operation, method, path }) => `${operation} ${method} ${path}`.toLowerCase().includes(wanted))
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
    throw new Error(`The list of scenarios is not at ${file.pathname}. In the repository, run: pnpm generate`, { cause })
  }
}
