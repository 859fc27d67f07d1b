import { databaseSizes } from '../../catalog/database-engines.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import type { Key } from '../../store/store.ts'

export type VectorDatabase = Kinds['VectorDatabase']

export type Config = VectorDatabase['config']

/** Sizes of vector databases; the sizes of managed databases are accepted too, because the Terraform provider sends them. */
const ownSizes = ['small', 'medium', 'large']

const sizes = new Set([...ownSizes, ...databaseSizes.map(({ slug }) => slug)])

export function checkSize(size: string): void {
  if (!sizes.has(size))
    throw unprocessable(`size: there is no size "${size}", only ${ownSizes.join(', ')} and the plans of managed databases.`)
}

/** Returns the fields of a database that becomes active, and completes its restore. */
export function activate({ name }: VectorDatabase, { id }: Key, { engine, clock }: AccountContext): Changes<VectorDatabase> {
  const { restores, running, since = clock.now() } = engine.getHidden('VectorDatabase', id)
  engine.setHidden('VectorDatabase', id, { since, running: null, ...(running && { restores: { ...restores, [running]: 'completed' } }) })
  return {
    endpoints: { http: `https://${name}.vectors.spindrift.example`, grpc: `grpc-${name}.vectors.spindrift.example:443` },
    ...(running && { last_restore_id: running }),
  }
}
