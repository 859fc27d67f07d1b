import { databaseSizes } from '../../catalog/database-engines.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { scheduleIn } from '../../shared/schedule-job.ts'

export type VectorDatabase = Kinds['VectorDatabase']

export type Config = VectorDatabase['config']

/** Sizes of vector databases; the sizes of managed databases are accepted too, because the Terraform provider sends them. */
const ownSizes = ['small', 'medium', 'large']

const sizes = new Set([...ownSizes, ...databaseSizes.map(({ slug }) => slug)])

const seconds = { creating: 60, resizing: 30, restoring: 30, updating: 30 } as const

type Work = keyof typeof seconds

export function checkSize(size: string): void {
  if (!sizes.has(size))
    throw unprocessable(`size: there is no size "${size}", only ${ownSizes.join(', ')} and the plans of managed databases.`)
}

export function startWork(ctx: AccountContext, id: string, work: Work): void {
  scheduleIn(ctx, seconds[work], 'vectorDatabases.finish', { id, work } satisfies Finished)
}

export interface Finished {
  readonly id: string
  readonly work: Work
}
