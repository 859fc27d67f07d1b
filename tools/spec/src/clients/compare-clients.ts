/** Holds what clients call, as an outline says it, against what the bundles declare. */
import { type DeclaredOperation, operationKey } from '../facts/declared.ts'
import { listProperties } from '../facts/list-facts.ts'
import { type Steps, writeSteps } from '../facts/shape.ts'
import type { Outline, OutlinedOperation, OutlinedReply } from './read-outline.ts'

export interface Lack {
  /** `clients.md:17` */
  readonly place: string
  /** `GET /v2/apps/tiers` */
  readonly operation: string
  readonly kind: 'operation' | 'query' | 'body' | 'reply' | 'root'
  /** What is not there; nothing for a whole operation. */
  readonly name: string
}

export interface ClientComparison {
  readonly operations: number
  readonly lacks: readonly Lack[]
}

export function compareClients({ operations, schemas }: Outline, declared: ReadonlyMap<string, DeclaredOperation>): ClientComparison {
  const lacks = operations.flatMap((operation): Lack[] => {
    const { method, path, place } = operation
    const lack = (kind: Lack['kind'], name = ''): Lack => ({ place, operation: `${method} ${path}`, kind, name })
    const ours = declared.get(operationKey(method, path))
    return ours ? compareOperation(operation, ours, schemas, lack) : [lack('operation')]
  })
  return { operations: operations.length, lacks }
}

type MakeLack = (kind: Lack['kind'], name?: string) => Lack

function compareOperation(
  { queries, body, replies }: OutlinedOperation,
  ours: DeclaredOperation,
  schemas: Outline['schemas'],
  lack: MakeLack,
): Lack[] {
  const missingQueries = queries.filter((name) => !ours.declares({ kind: 'parameter', in: 'query', name }))
  const sent = body ? listProperties(body, schemas, 'request') : []
  const missingFields = outermost(sent.filter((steps) => !ours.declares({ kind: 'property', of: 'body', steps })))
  const judged = replies.map((reply) => compareReply(reply, ours, schemas, lack))
  return [
    ...missingQueries.map((name) => lack('query', name)),
    ...missingFields.map((steps) => lack('body', writeSteps(steps))),
    // One of several readings is enough.
    ...(judged.toSorted((a, b) => a.length - b.length)[0] ?? []),
  ]
}

function compareReply({ shape, isUnwrapped }: OutlinedReply, ours: DeclaredOperation, schemas: Outline['schemas'], lack: MakeLack): Lack[] {
  const read = listProperties(shape, schemas, 'reply')
  const roots = ours.roots()
  const writtenRoots = roots.join(', ') || 'nothing'
  if (read.length === 0) return isUnwrapped && roots.length === 1 ? [lack('root', `unwrapped; ours: ${writtenRoots}`)] : []
  const missing = read.filter((steps) => !answers(ours, roots, steps))
  const tops = read.filter(({ length }) => length === 1)
  if (tops.every((top) => missing.includes(top))) {
    const wanted = isUnwrapped ? 'unwrapped' : tops.map(writeSteps).join(', ')
    return [lack('root', `${wanted}; ours: ${writtenRoots}`)]
  }
  return outermost(missing).map((steps) => lack('reply', writeSteps(steps)))
}

/** `available_*` is any property at the top that begins so. */
function answers(ours: DeclaredOperation, roots: readonly string[], steps: Steps): boolean {
  const [first = ''] = steps
  if (first.endsWith('*')) return roots.some((root) => root.startsWith(first.slice(0, -1)))
  return ours.declares({ kind: 'property', of: { status: 'of success', mediaType: 'application/json' }, steps })
}

/** Without what is inside of another that is missing too. */
function outermost(missing: readonly Steps[]): Steps[] {
  return missing.filter((steps) => !missing.some((other) => other.length < steps.length && other.every((step, at) => step === steps[at])))
}
