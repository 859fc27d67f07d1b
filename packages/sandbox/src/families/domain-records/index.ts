import type { DomainRecordsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'

export const domainRecords: Family<DomainRecordsHandlers> = { hooks }
