/**
 * A union that fails has findings of all its branches. Only those of the branch that the caller evidently meant help: who sends a bad tag
 * with the name of one droplet does not want to hear that the names of several are missing.
 */
import { isRecord } from '../engine/values.ts'
import type { Finding } from './validators.ts'

/** What the compiled `oneOf` says of itself, after generators/kit/validators/union-keywords.ts. */
interface Union {
  readonly passingSchemas: number | readonly number[] | null
  /** How many findings there were before the first branch and after each. */
  readonly ends: readonly number[]
  readonly fields: readonly (readonly string[])[]
}

interface Branch {
  readonly findings: readonly Finding[]
  readonly fields: readonly string[]
}

/** The findings without those of branches that were not meant. */
export function listUnions(findings: readonly Finding[], body: unknown): Finding[] {
  const told: Finding[] = []
  const tell = (more: readonly Finding[]) => {
    for (const each of more.toReversed()) told.push(each)
  }
  // Backwards, as a union's own finding stands behind those of its branches.
  for (let at = findings.length - 1; at >= 0; at -= 1) {
    const finding = findings[at]
    if (!finding) continue
    const union = findUnion(finding)
    if (!union) {
      told.push(finding)
      continue
    }
    const [first = 0] = union.ends
    const begin = at - ((union.ends.at(-1) ?? first) - first)
    const value = parseAt(body, listSteps(finding.instancePath))
    if (Array.isArray(union.passingSchemas)) told.push(nameMixed(finding, union, union.passingSchemas, value))
    else {
      const branches = union.fields.map((fields, index) => {
        const own = findings.slice(begin + (union.ends[index] ?? first) - first, begin + (union.ends[index + 1] ?? first) - first)
        return { fields, findings: listUnions(own, body) }
      })
      const meant = findMeant(branches, finding.instancePath, value)
      tell(meant.length > 0 ? meant : [finding])
    }
    at = begin
  }
  return told.toReversed()
}

function findUnion({ params }: Finding): Union | undefined {
  // Parameters and forms are compiled without: there any branch will do.
  return Array.isArray(params['ends']) ? (params as unknown as Union) : undefined
}

/** Undefined where there is nothing. */
export function parseAt(body: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((node, step) => Object(node)[step], body)
}

/** The names along a JSON pointer. */
export function listSteps(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Which fields cannot stand together. */
function nameMixed(finding: Finding, { fields }: Union, passing: readonly number[], value: unknown): Finding {
  const given = isRecord(value) ? Object.keys(value) : []
  const apart = passing.map((own) =>
    given.filter((name) => fields[own]?.includes(name) && passing.some((other) => !fields[other]?.includes(name))),
  )
  return { ...finding, params: { ...finding.params, mixed: [...new Set(apart.flat())] } }
}

function findMeant(branches: readonly Branch[], path: string, value: unknown): readonly Finding[] {
  const ofType = branches.filter(
    ({ findings }) => !findings.some(({ keyword, instancePath }) => keyword === 'type' && instancePath === path),
  )
  const candidates = ofType.length > 0 ? ofType : branches
  if (!isRecord(value)) return candidates.flatMap(({ findings }) => findings)
  const costs = candidates.map((branch) => cost(branch, candidates, path, value))
  const min = Math.min(...costs)
  return joinBranches(
    candidates.filter((_, index) => costs[index] === min).map(({ findings }) => findings),
    joinKinds(candidates, path),
    path,
  )
}

/** A wrong kind says most, then fields that are missing or belong to another branch, then any other fault. */
function cost({ findings, fields }: Branch, branches: readonly Branch[], path: string, value: Readonly<Record<string, unknown>>): number {
  const kinds = findings.filter((finding) => isKind(finding, branches, path)).length
  const missing = findings.filter((finding) => isMissing(finding, path)).length
  const foreign = Object.keys(value).filter(
    (name) => !fields.includes(name) && branches.some((other) => other.fields.includes(name)),
  ).length
  return kinds * 1e6 + (missing + foreign) * 1e3 + findings.length
}

const isMissing = ({ keyword, instancePath }: Finding, path: string) => keyword === 'required' && instancePath === path

/** A value that the branch does not allow of a field that all of them have. */
function isKind({ keyword, instancePath }: Finding, branches: readonly Branch[], path: string): boolean {
  if (keyword !== 'const' && keyword !== 'enum') return false
  const [name = '', ...further] = listSteps(instancePath.slice(path.length))
  return further.length === 0 && branches.every(({ fields }) => fields.includes(name))
}

/** Of a field that has a value of no branch: all values that any has, by the field's path. */
function joinKinds(branches: readonly Branch[], path: string): ReadonlyMap<string, readonly unknown[]> {
  const values = new Map<string, unknown[]>()
  for (const finding of branches.flatMap(({ findings }) => findings).filter((each) => isKind(each, branches, path))) {
    const { allowedValue, allowedValues = [allowedValue] } = finding.params as { allowedValue?: unknown; allowedValues?: unknown[] }
    values.set(finding.instancePath, [...new Set([...(values.get(finding.instancePath) ?? []), ...allowedValues])])
  }
  return values
}

/** Branches that are equally near: what all of them lack, and what only some lack as alternatives. */
function joinBranches(
  branches: readonly (readonly Finding[])[],
  kinds: ReadonlyMap<string, readonly unknown[]>,
  path: string,
): readonly Finding[] {
  const [first = [], ...others] = branches.map((findings) =>
    findings.map((finding) => {
      const allowedValues = kinds.get(finding.instancePath)
      return allowedValues && ['const', 'enum'].includes(finding.keyword)
        ? { ...finding, keyword: 'enum', params: { allowedValues } }
        : finding
    }),
  )
  if (others.length === 0) return first
  const written = others.map((findings) => new Set(findings.map(write)))
  const common = first.filter((finding) => written.every((those) => those.has(write(finding))))
  const shared = new Set(common.map(write))
  const apart = [first, ...others].map((findings) => findings.filter((finding) => !shared.has(write(finding))))
  const [[one] = []] = apart
  const isOnlyMissing = apart.every((findings) => findings.length > 0 && findings.every((each) => isMissing(each, path)))
  if (!one || !isOnlyMissing) return [...common, ...apart.flat()]
  const names = apart.map((findings) => findings.map(({ params }) => String(params['missingProperty'])).join(' and '))
  return [{ ...one, params: { missingProperty: names.join(' or ') } }, ...common]
}

const write = ({ instancePath, keyword, params }: Finding) => JSON.stringify([instancePath, keyword, params])
