/** What is wrong with a specification, everything at once. */
import { unprocessable } from '../../engine/failure.ts'
import type { Component } from './components.ts'

/** @param at the field, from `spec.` on */
export type Report = (at: string, message: string) => void

const mostNamed = 20

/** @throws Failure 422 naming every field at fault */
export function collectFindings(check: (report: Report) => void): void {
  const findings = new Set<string>()
  check((at, message) => findings.add(`${at}: ${message}`))
  if (findings.size > 0) throw unprocessable([...findings].slice(0, mostNamed).join(' '))
}

/** Reports what is about one component, by its name. */
export function reportOn(report: Report, { place, name }: Component): Report {
  return (field, message) => report(field === '' ? place : `${place}.${field}`, `component "${name}" ${message}`)
}
