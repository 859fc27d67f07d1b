/** Object storage with the S3 protocol behind the sandbox. */
export { createService } from './spaces-service.ts'
