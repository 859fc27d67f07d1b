export { createSandbox, type DisposableAccount, type Sandbox } from './create-sandbox.ts'
export type {
  Inbox,
  InboxMessage,
  Resource,
  ResourceChange,
  RunningService,
  Service,
  ServiceContext,
  ServiceEndpoints,
} from './services/service.ts'
export type { DriftReport, DriftRequest } from './control/drift/request-drift.ts'
export type { SandboxOptions, StartOptions } from './options.ts'
export { startSandbox, type RunningSandbox } from './start-sandbox.ts'
export type { WorldDefinition } from './worlds/world-definition.ts'
export { WorldError } from './worlds/world-error.ts'
export { readWorldFile } from './worlds/read-world-file.ts'
export { StateFileError } from './store/store.ts'
