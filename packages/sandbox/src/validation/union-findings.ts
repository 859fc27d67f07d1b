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
export function filterUnionFindings(findings: readonly Finding[], body: unknown): Finding[] {
  const results: Finding[] = []
  const addAll = (more: readonly Finding[]) => {
    for (const each of more.toReversed()) results.push(each)
  }
  // Backwards, as a union's own finding stands behind those of its branches.
  for (let at = findings.length - 1; at >= 0; at -= 1) {
    const finding = findings[at]
    if (!finding) continue
    const union = findUnion(finding)
    if (!union) {
      results.push(finding)
      continue
    }
    const [first = 0] = union.ends
    const begin = at - ((union.ends.at(-1) ?? first) - first)
    const value = getValueAt(body, parsePointer(finding.instancePath))
    if (Array.isArray(union.passingSchemas)) results.push(describeMixedFields(finding, union, union.passingSchemas, value))
    else {
      const branches = union.fields.map((fields, index) => {
        const own = findings.slice(begin + (union.ends[index] ?? first) - first, begin + (union.ends[index + 1] ?? first) - first)
        return { fields, findings: filterUnionFindings(own, body) }
      })
      const intended = findIntended(branches, finding.instancePath, value)
      addAll(intended.length > 0 ? intended : [finding])
    }
    at = begin
  }
  return results.toReversed()
}

function findUnion({ params }: Finding): Union | undefined {
  // Parameters and forms are compiled without: there any branch will do.
  return Array.isArray(params['ends']) ? (params as unknown as Union) : undefined
}

/** Undefined where there is nothing. */
export function getValueAt(body: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((node, step) => Object(node)[step], body)
}

/** The names along a JSON pointer. */
export function parsePointer(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Which fields cannot stand together. */
function describeMixedFields(finding: Finding, { fields }: Union, passing: readonly number[], value: unknown): Finding {
  const names = isRecord(value) ? Object.keys(value) : []
  const differing = passing.map((own) =>
    names.filter((name) => fields[own]?.includes(name) && passing.some((other) => !fields[other]?.includes(name))),
  )
  return { ...finding, params: { ...finding.params, mixed: [...new Set(differing.flat())] } }
}

function findIntended(branches: readonly Branch[], path: string, value: unknown): readonly Finding[] {
  const ofType = branches.filter(
    ({ findings }) => !findings.some(({ keyword, instancePath }) => keyword === 'type' && instancePath === path),
  )
  const candidates = ofType.length > 0 ? ofType : branches
  if (!isRecord(value)) return candidates.flatMap(({ findings }) => findings)
  const mismatches = candidates.map((branch) => getMismatch(branch, candidates, path, value))
  const min = Math.min(...mismatches)
  return joinBranches(
    candidates.filter((_, index) => mismatches[index] === min).map(({ findings }) => findings),
    joinKinds(candidates, path),
    path,
  )
}

/** A wrong kind says most, then fields that are missing or belong to another branch, then any other fault. */
function getMismatch(
  { findings, fields }: Branch,
  branches: readonly Branch[],
  path: string,
  value: Readonly<Record<string, unknown>>,
): number {
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
  const [name = '', ...further] = parsePointer(instancePath.slice(path.length))
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
  const serialized = others.map((findings) => new Set(findings.map(serializeFinding)))
  const common = first.filter((finding) => serialized.every((those) => those.has(serializeFinding(finding))))
  const shared = new Set(common.map(serializeFinding))
  const differing = [first, ...others].map((findings) => findings.filter((finding) => !shared.has(serializeFinding(finding))))
  const [[one] = []] = differing
  const isOnlyMissing = differing.every((findings) => findings.length > 0 && findings.every((each) => isMissing(each, path)))
  if (!one || !isOnlyMissing) return [...common, ...differing.flat()]
  const names = differing.map((findings) => findings.map(({ params }) => String(params['missingProperty'])).join(' and '))
  return [{ ...one, params: { missingProperty: names.join(' or ') } }, ...common]
}

const serializeFinding = ({ instancePath, keyword, params }: Finding) => JSON.stringify([instancePath, keyword, params])
