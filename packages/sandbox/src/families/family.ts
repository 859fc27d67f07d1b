/** What a family adds to the generic engine: the `handlers.ts` of each folder exports one, and `index.ts` lists them. */
import type { JobHandler } from '../clock/run-pending-jobs.ts'
import type { Address } from '../engine/address.ts'
import type { Handler } from '../engine/call.ts'
import type { Failure } from '../engine/failure.ts'
import type { HooksByKind } from '../engine/hooks.ts'
import type { OperationId } from '../engine/kinds.ts'
import type { AccountContext } from '../engine/account-context.ts'

/** @param failure the 422 that names every field @param query as it was sent */
export type Refusal = (failure: Failure, query: URLSearchParams) => Failure

export type Handlers = { readonly [Id in OperationId]?: Handler<Id> }

export interface Family {
  /** By operationId. What is not here is answered by the engine, or by 501. */
  readonly handlers?: Handlers
  /** What the family says of kinds of objects, its own and others', so that the engine can answer for them. */
  readonly kinds?: HooksByKind
  /** By operationId: what the platform says of parameters or a body that break the schema, where it is not a 422 that names every field. */
  readonly refusals?: Readonly<Record<string, Refusal>>
  /** What falls due later, by the name it was scheduled under: `<family>.<verb>`. */
  readonly jobs?: Readonly<Record<string, JobHandler>>
  /** Whoever has one needs no token. */
  readonly addresses?: readonly Address[]
  /** What is there from the first day. Runs once, in a transaction, in the order of `auth/begin-account.ts`. */
  readonly seed?: (ctx: AccountContext) => void
}

/** A large family is written in several files, as its documents are. @throws Error when two parts define hooks of one kind */
export function joinParts(...parts: readonly Family[]): Family {
  const kinds = parts.flatMap((part) => Object.keys(part.kinds ?? {}))
  const twice = kinds.find((kind, at) => kinds.indexOf(kind) !== at)
  if (twice !== undefined) throw new Error(`Two parts of one family define hooks of ${twice}.`)
  return {
    handlers: join(parts.map(({ handlers = {} }) => handlers)),
    kinds: join(parts.map((part) => part.kinds ?? {})),
    refusals: join(parts.map(({ refusals = {} }) => refusals)),
    jobs: join(parts.map(({ jobs = {} }) => jobs)),
    addresses: parts.flatMap(({ addresses = [] }) => addresses),
    ...(parts.some(({ seed }) => seed) && {
      seed: (ctx: AccountContext) => {
        for (const part of parts) part.seed?.(ctx)
      },
    }),
  }
}

function join<Table extends object>(tables: readonly Table[]): Table {
  // What each of them may have, all of them together may have.
  return Object.assign({}, ...tables) as Table
}
