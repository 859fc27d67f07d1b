/** What a running sandbox is made of. */
import type { TestAccounts } from './auth/test-accounts.ts'
import type { SeededCredentials } from './auth/seeded-credentials.ts'
import type { Tokens } from './auth/tokens.ts'
import type { Clock } from './clock/clock.ts'
import type { JobHandler } from './clock/run-pending-jobs.ts'
import type { Events } from './control/events.ts'
import type { Faults } from './control/faults.ts'
import type { Snapshots } from './control/snapshots.ts'
import type { ErrorMapper } from './families/family.ts'
import type { Address } from './engine/address.ts'
import type { AnyHandler } from './engine/call.ts'
import type { Reply } from './engine/request.ts'
import type { Platform } from './engine/account-context.ts'
import type { ChangeRecorder } from './requests/record-changes.ts'
import type { RequestLog } from './requests/request-log.ts'
import type { RateLimiter } from './limits/limiter.ts'
import type { OperationRow } from './tables/operation-row.ts'
import type { RequestContext } from './http/request-context.ts'
import type { CoreRequest, CoreResponse } from './http/messages.ts'
import type { Match } from './http/router.ts'
import type { SandboxOptions } from './options.ts'
import type { Comparison } from './store/compare-snapshots.ts'

export interface Dependencies {
  readonly options: SandboxOptions
  readonly onError: NonNullable<SandboxOptions['onError']>
  readonly platform: Platform
  readonly clock: Clock
  readonly tokens: Tokens
  readonly limiter: RateLimiter
  readonly faults: Faults
  readonly events: Events
  /** Does what has fallen due. @returns the milliseconds until the next */
  readonly runPendingJobs: () => number
  readonly requests: RequestLog
  readonly changes: ChangeRecorder
  /** Answers a request within another. */
  readonly resend: (request: CoreRequest) => CoreResponse
  readonly snapshots: Snapshots
  readonly jobHandlers: ReadonlyMap<string, JobHandler>
  readonly route: (path: string) => Match | undefined
  readonly handlerFor: (operation: OperationRow) => AnyHandler | undefined
  readonly findErrorMapper: (operation: OperationRow) => ErrorMapper | undefined
  readonly addresses: readonly Address[]
  /** For one test each. */
  readonly testAccounts: TestAccounts
  readonly credentials: () => SeededCredentials
  /** Makes everything as it was on the first day. */
  readonly reset: () => void
  /** The certificate, as PEM, that stands for the one that the server shows. */
  readonly authority: string | undefined
  /** After the state was replaced by another: what is remembered of the old one goes. */
  readonly reload: () => void
  /** After rows of the state were changed by others: what is remembered of them goes. */
  readonly clearCaches: () => void
  /** Answers a request that the server makes of itself. @throws Failure */
  readonly runWithoutLimits: (context: RequestContext) => Reply | undefined
  /** What is begun in `work` is done as soon as `catchUp` is asked to. */
  readonly withInstantActions: <T>(work: () => T) => T
  /** Compares the present state with the first day, or with the first day of another world. @throws WorldError */
  readonly compareWithInitialState: (world: unknown) => Comparison
}
