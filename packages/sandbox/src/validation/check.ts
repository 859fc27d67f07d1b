/** Validates what a request sent, leniently where clients of the platform need it, and names every field at fault. */
import { Failure } from '../engine/failure.ts'
import type { Finding, Validator } from './validators.ts'

/** @throws Failure 422 naming every field */
export function check(validator: Validator, value: unknown, place: 'body' | 'parameters'): void {
  if (validator(value)) return
  if (place === 'body' && dropEmpty(value, validator.errors ?? []) && validator(value)) return
  throw new Failure(422, describe(validator.errors ?? [], place))
}

/**
 * Clients send null for an optional array or object and "" for an optional id. What is refused and is one of these is taken out; whether
 * it may be missing, the second look tells.
 */
function dropEmpty(body: unknown, findings: readonly Finding[]): boolean {
  let dropped = false
  for (const { instancePath, keyword } of findings) {
    const steps = instancePath.split('/').slice(1).map(unescape)
    const name = steps.pop()
    if (name === undefined) continue
    const parent = steps.reduce<unknown>(
      (node, step) => (typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[step] : undefined),
      body,
    )
    if (typeof parent !== 'object' || parent === null || Array.isArray(parent) || !Object.hasOwn(parent, name)) continue
    const value = (parent as Record<string, unknown>)[name]
    if (value === null || (value === '' && (keyword === 'format' || keyword === 'enum' || isId.test(name)))) {
      Reflect.deleteProperty(parent, name)
      dropped = true
    }
  }
  return dropped
}

const isId = /(^|_)(id|uuid|ids)$/

function unescape(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

function describe(findings: readonly Finding[], place: 'body' | 'parameters'): string {
  // That no branch of a union fits says nothing that the branches' own findings do not say better.
  const telling = findings.filter(({ keyword }) => keyword !== 'oneOf' && keyword !== 'anyOf' && keyword !== 'if')
  const sentences = (telling.length > 0 ? telling : findings).map((finding) => describeOne(finding, place))
  return [...new Set(sentences)].slice(0, mostNamed).join('; ')
}

const mostNamed = 20

function describeOne({ instancePath, keyword, message = 'is not valid', params }: Finding, place: 'body' | 'parameters'): string {
  const steps = instancePath
    .split('/')
    .slice(place === 'body' ? 1 : 2)
    .map(unescape)
  const at = (name?: unknown) => [...steps, ...(name === undefined ? [] : [String(name)])].join('.') || 'body'
  switch (keyword) {
    case 'required':
      return `${at(params['missingProperty'])}: must be given`
    case 'enum':
      return `${at()}: must be one of ${(params['allowedValues'] as readonly unknown[])
        .filter((value) => value !== null && value !== '')
        .map(String)
        .join(', ')}`
    case 'const':
      return `${at()}: must be ${JSON.stringify(params['allowedValue'])}`
    case 'type':
      return `${at()}: must be ${[params['type']].flat().join(' or ')}`
    case 'additionalProperties':
      return `${at(params['additionalProperty'])}: is not known here`
    case 'discriminator':
      return `${at(params['tag'])}: is not one of the kinds there are`
    default:
      return `${at()}: ${message}`
  }
}
