export { createSandbox, type Sandbox } from './create-sandbox.ts'
export type { SandboxOptions } from './options.ts'
export { startSandbox, type RunningSandbox, type StartOptions } from './start-sandbox.ts'
export { StateFileError } from './store/store.ts'
