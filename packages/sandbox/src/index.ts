export { createSandbox, type DisposableAccount, type Sandbox } from './create-sandbox.ts'
export type { SandboxOptions, StartOptions } from './options.ts'
export { startSandbox, type RunningSandbox } from './start-sandbox.ts'
export { StateFileError } from './store/store.ts'
