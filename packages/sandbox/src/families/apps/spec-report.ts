/** Errors of an app spec. Like the platform, replies contain the first fault only, and field names without list indexes. */
import { Failure } from '../../engine/failure.ts'
import type { ErrorMapper } from '../family.ts'
import type { Component } from './components.ts'

/** @param at path of the field from `spec.` on */
export type Report = (at: string, message: string) => void

/** @throws Failure 400 with the first invalid field */
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

/** Formats a schema error of the spec like the other errors. */
export const formatSpecFailure: ErrorMapper = (failure) => {
  const [, at, reason] = /^(spec\b[^:]*): ([^;]*)/.exec(failure.message) ?? []
  return at === undefined || reason === undefined ? failure : createFieldFailure(at, reason)
}

/** Returns a report function for the fields of one component. */
export function reportForComponent(report: Report, { path, name }: Component): Report {
  return (field, message) => report(field === '' ? path : `${path}.${field}`, `component "${name}" ${message}`)
}
