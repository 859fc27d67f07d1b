/** Parts of a running sandbox. */
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
import type { Hooks } from './engine/hooks.ts'
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
import type { Inbox } from './services/inbox.ts'
import type { RunningService } from './services/service-endpoints.ts'
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
  /** Runs pending jobs. @returns the milliseconds until the next one */
  readonly runPendingJobs: () => number
  readonly requests: RequestLog
  readonly changes: ChangeRecorder
  /** Handles a request inside another one. */
  readonly resend: (request: CoreRequest) => CoreResponse
  readonly snapshots: Snapshots
  readonly jobHandlers: ReadonlyMap<string, JobHandler>
  readonly route: (path: string) => Match | undefined
  readonly handlerFor: (operation: OperationRow) => AnyHandler | undefined
  readonly findErrorMapper: (operation: OperationRow) => ErrorMapper | undefined
  readonly addresses: readonly Address[]
  readonly hooks: Hooks
  /** Accounts for single tests. */
  readonly testAccounts: TestAccounts
  readonly credentials: () => SeededCredentials
  /** Restores the initial state. */
  readonly reset: () => void
  /** CA certificate of the server in PEM. */
  readonly authority: string | undefined
  /** Clears everything that depends on the state, after the state was replaced. */
  readonly reload: () => void
  /** Lists the running services; undefined without services. */
  readonly services?: () => readonly RunningService[]
  /** Finds the inbox of a running service. */
  readonly inbox?: () => Inbox | undefined
  /** Clears cached rows, after another replica changed them. */
  readonly clearCaches: () => void
  /** Handles a request of a world file, without rate limits. @throws Failure */
  readonly runWithoutLimits: (context: RequestContext) => Reply | undefined
  /** Runs `work` with actions that take no time. */
  readonly withInstantActions: <T>(work: () => T) => T
  /** Compares the current state with its initial state, or with the initial state of another world. @throws WorldError */
  readonly compareWithInitialState: (world: unknown) => Comparison
}
