/** The parts of a family: each folder assembles one in its `index.ts`, and `families/index.ts` lists them. */
import type { JobHandler } from '../clock/run-pending-jobs.ts'
import type { Address } from '../engine/address.ts'
import type { Handlers } from '../engine/call.ts'
import type { Failure } from '../engine/failure.ts'
import type { HooksByKind } from '../engine/hooks.ts'
import type { AccountContext, Engine } from '../engine/account-context.ts'

/** Replaces a validation failure. @param failure the 422 that names every field @param query the query string as sent */
export type ErrorMapper = (failure: Failure, query: URLSearchParams) => Failure

export type { Handlers }

/** Error mappers by operationId. */
export type ErrorMappers = Readonly<Record<string, ErrorMapper>>

/** Job handlers by the name a job is scheduled under: `<family>.<verb>`. */
export type Jobs = Readonly<Record<string, JobHandler>>

/** Creates the objects that are the same in every account: they depend on no time, no generated id and no other object. */
export type Catalog = (engine: Engine) => void

/** Creates the first objects of a new account, in a transaction. `auth/create-account.ts` sets the order of the families. */
export type Seed = (ctx: AccountContext) => void

interface Parts {
  /** Hooks by kind, of this family's kinds and of others'. */
  readonly hooks?: HooksByKind
  readonly errorMappers?: ErrorMappers
  readonly jobs?: Jobs
  /** Addresses outside the specification, which need no token. */
  readonly addresses?: readonly Address[]
  readonly catalog?: Catalog
  readonly seed?: Seed
}

/**
 * A family whose handlers are checked against the generated table of its operations: those that the engine cannot answer from the tables
 * are required. Without a type argument: any family.
 */
export type Family<Table extends Handlers = Handlers> = Parts &
  (Record<never, never> extends Table ? { readonly handlers?: Table } : { readonly handlers: Table })

/** Joins the hooks of a family's parts. @throws Error when two parts define hooks of one kind */
export function joinHookTables(...tables: readonly HooksByKind[]): HooksByKind {
  const kinds = tables.flatMap((table) => Object.keys(table))
  const duplicate = kinds.find((kind, index) => kinds.indexOf(kind) !== index)
  if (duplicate !== undefined) throw new Error(`Two parts of one family define hooks of ${duplicate}.`)
  return Object.assign({}, ...tables)
}
