/**
 * Filters findings of unions. A failed union has findings of all branches; only those of the branch that the caller evidently intended
 * are useful.
 */
import { isRecord } from '../engine/values.ts'
import type { Finding } from './validators.ts'

/** Parameters of a `oneOf` finding, see generators/kit/validators/union-keywords.ts. */
interface Union {
  readonly passingSchemas: number | readonly number[] | null
  /** Number of findings before the first branch and after each branch. */
  readonly ends: readonly number[]
  readonly fields: readonly (readonly string[])[]
}

interface Branch {
  readonly findings: readonly Finding[]
  readonly fields: readonly string[]
}

/** Returns the findings without those of unintended branches. */
export function filterUnionFindings(findings: readonly Finding[], body: unknown): Finding[] {
  const results: Finding[] = []
  const addAll = (more: readonly Finding[]) => {
    for (const each of more.toReversed()) results.push(each)
  }
  // Backwards, because the finding of a union follows those of its branches.
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
  // Validators of parameters and forms have no such parameters.
  return Array.isArray(params['ends']) ? (params as unknown as Union) : undefined
}

/** Returns the value at a path; undefined if there is none. */
export function getValueAt(body: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((node, step) => Object(node)[step], body)
}

/** Parses a JSON pointer. */
export function parsePointer(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Adds the fields that exclude each other to a finding. */
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

/** Scores how little a branch fits: a wrong discriminator counts most, then missing or foreign fields, then other findings. */
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

/** Returns true for a value that the branch does not allow in a field that all branches have. */
function isKind({ keyword, instancePath }: Finding, branches: readonly Branch[], path: string): boolean {
  if (keyword !== 'const' && keyword !== 'enum') return false
  const [name = '', ...further] = parsePointer(instancePath.slice(path.length))
  return further.length === 0 && branches.every(({ fields }) => fields.includes(name))
}

/** Collects the allowed values of all branches, by path of the field. */
function joinKinds(branches: readonly Branch[], path: string): ReadonlyMap<string, readonly unknown[]> {
  const values = new Map<string, unknown[]>()
  for (const finding of branches.flatMap(({ findings }) => findings).filter((each) => isKind(each, branches, path))) {
    const { allowedValue, allowedValues = [allowedValue] } = finding.params as { allowedValue?: unknown; allowedValues?: unknown[] }
    values.set(finding.instancePath, [...new Set([...(values.get(finding.instancePath) ?? []), ...allowedValues])])
  }
  return values
}

/** Joins equally good branches: common findings, and fields that only some require as alternatives. */
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
  const common = first.filter((finding) => serialized.every((keys) => keys.has(serializeFinding(finding))))
  const shared = new Set(common.map(serializeFinding))
  const differing = [first, ...others].map((findings) => findings.filter((finding) => !shared.has(serializeFinding(finding))))
  const [[one] = []] = differing
  const isOnlyMissing = differing.every((findings) => findings.length > 0 && findings.every((each) => isMissing(each, path)))
  if (!one || !isOnlyMissing) return [...common, ...differing.flat()]
  const names = differing.map((findings) => findings.map(({ params }) => String(params['missingProperty'])).join(' and '))
  return [{ ...one, params: { missingProperty: names.join(' or ') } }, ...common]
}

const serializeFinding = ({ instancePath, keyword, params }: Finding) => JSON.stringify([instancePath, keyword, params])
