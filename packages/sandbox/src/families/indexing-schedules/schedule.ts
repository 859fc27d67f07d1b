import type { Kinds } from '../../generated/types.ts'

export type Schedule = Kinds['IndexingSchedule']
