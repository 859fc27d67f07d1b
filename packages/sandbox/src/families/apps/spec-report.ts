/** What is wrong with a specification: the platform tells the first fault only, and calls a field by its names, without places in lists. */
import { Failure } from '../../engine/failure.ts'
import type { ErrorMapper } from '../family.ts'
import type { Component } from './components.ts'

/** @param at the field, from `spec.` on */
export type Report = (at: string, message: string) => void

/** @throws Failure 400 naming the first field at fault */
export function throwFirstFault(check: (report: Report) => void): void {
  const findings: Failure[] = []
  check((at, message) => findings.push(createFieldFailure(at, message)))
  const [first] = findings
  if (first) throw first
}

/** `spec.services.0.http_port` → `services.http_port` */
function createFieldFailure(at: string, reason: string): Failure {
  const field = at.replace(/^spec\./, '').replaceAll(/\.\d+(?=\.|$)/g, '')
  return new Failure(400, `error validating app spec field "${field}": ${reason}`)
}

/** What breaks the schema of a specification is refused in the same words. */
export const formatSpecFailure: ErrorMapper = (failure) => {
  const [, at, reason] = /^(spec\b[^:]*): ([^;]*)/.exec(failure.message) ?? []
  return at === undefined || reason === undefined ? failure : createFieldFailure(at, reason)
}

/** Reports what is about one component, by its name. */
export function reportForComponent(report: Report, { place, name }: Component): Report {
  return (field, message) => report(field === '' ? place : `${place}.${field}`, `component "${name}" ${message}`)
}
