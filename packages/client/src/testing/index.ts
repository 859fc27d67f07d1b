/** Helpers for tests of programs that use the client. */
export { createTestCloud, type Fault, type TestCloud, type TestCloudOptions } from './create-test-cloud.ts'
export type { SignInOptions } from './sign-in.ts'
