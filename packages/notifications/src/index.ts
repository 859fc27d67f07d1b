/** Notifications behind the sandbox. */
export { createService } from './notifications-service.ts'
