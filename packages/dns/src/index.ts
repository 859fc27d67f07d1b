/** Name server behind the sandbox. */
export { createService } from './dns-service.ts'
