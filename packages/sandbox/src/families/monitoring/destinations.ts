import type { Kinds } from '../../generated/types.ts'

export type Destination = Kinds['MonitoringDestination']
