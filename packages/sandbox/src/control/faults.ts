/** Failures on demand: an operation, or all, answers with a status, always or the next few times. */
import { Failure } from '../engine/failure.ts'

export interface Fault {
  /** An operationId, or `*`. */
  readonly operation: string
  readonly status: number
  /** How many more times; for ever when left out. */
  readonly times?: number
}

export interface Faults {
  readonly add: (fault: Fault) => void
  readonly list: () => readonly Fault[]
  readonly clear: () => void
  /** @throws Failure with the status of a fault that is meant for the operation */
  readonly apply: (operation: string) => void
}

export function createFaults(): Faults {
  let faults: Fault[] = []
  return {
    add: (fault) => void faults.push(fault),
    list: () => faults,
    clear: () => {
      faults = []
    },
    apply: (operation) => {
      if (faults.length === 0) return
      const fault = faults.find((candidate) => candidate.operation === operation || candidate.operation === '*')
      if (!fault) return
      faults = faults.flatMap((other) => {
        if (other !== fault || other.times === undefined) return [other]
        return other.times > 1 ? [{ ...other, times: other.times - 1 }] : []
      })
      throw new Failure(fault.status, `This is a fault that was asked for through /_sandbox/faults (${fault.operation}).`)
    },
  }
}
