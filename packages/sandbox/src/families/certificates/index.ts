import type { CertificatesHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers, jobs } from './handlers.ts'

export { coversHost } from './certificate-names.ts'

export const certificates: Family<CertificatesHandlers> = { handlers, hooks, jobs }
