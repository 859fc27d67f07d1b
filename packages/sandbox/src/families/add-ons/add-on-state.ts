import { conflict } from '../../engine/failure.ts'
import type { Kinds } from '../../generated/types.ts'

export type AddOn = Kinds['AddOn']

export function assertNotCancelled({ state }: AddOn): void {
  if (state === 'deprovisioning') throw conflict('The add-on is being cancelled already.')
}
