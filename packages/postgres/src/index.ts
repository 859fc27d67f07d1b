export { createService, type PostgresOptions } from './service.ts'
