/** Compares two bundles of one API. */
import { alignParameters } from './align-parameters.ts'
import { toChange, type Change, type Finding } from './change.ts'
import { compareLists, quote } from './compare-lists.ts'
import { extensionRules } from './extension-rules.ts'
import { findNodes, type FoundNode } from './find-nodes.ts'
import { findRead } from './find-read.ts'
import { describePlace, isNode, getAt, type Node } from './place.ts'
import { findEngineChanges } from './read-engine.ts'
import { runEngine } from './run-engine.ts'

export async function compareDocuments(api: string, before: unknown, after: unknown): Promise<Change[]> {
  const [old, now] = alignParameters(before, after)
  const engine = (await runEngine(old, now)).flatMap((change) => findEngineChanges(change, old, now))
  const findings = [...engine, ...compareNames(old, now), ...compareNodes(findNodes(old), findNodes(now), now)]
  const changes = new Map(findings.map((finding) => [finding.sentence, toChange(api, finding)]))
  return [...changes.values()]
}

/** Compares schema names, because programs import schemas by name. */
function compareNames(before: unknown, after: unknown): Finding[] {
  const names = (document: unknown) => Object.keys((getAt(document, ['components', 'schemas']) ?? {}) as Node)
  const { lost, gained } = compareLists(names(before), names(after))
  const finding = (impact: Finding['impact'], name: string, state: string): Finding => {
    const subject = `The schema \`${name}\``
    return { impact, kind: 'name', subject, sentence: `${subject} is ${state}.` }
  }
  return [...lost.map((name) => finding('breaking', name, 'removed')), ...gained.map((name) => finding('addition', name, 'new'))]
}

function compareNodes(before: ReadonlyMap<string, FoundNode>, after: ReadonlyMap<string, FoundNode>, document: unknown): Finding[] {
  const isRead = findRead(document)
  return [...after].flatMap(([key, { node, segments }]) => {
    const old = before.get(key)?.node
    if (!old) return []
    const subject = describePlace(document, segments)
    return [...compareExtensions(old, node, subject, isRead(segments)), ...compareErrorIds(old, node, subject)]
  })
}

function compareExtensions(before: Node, after: Node, subject: string, isRead: boolean): Finding[] {
  const [old, now] = [withDeprecation(before), withDeprecation(after)]
  const around = {
    isRead,
    isOperation: now['operationId'] !== undefined,
    hadValues: old['enum'] !== undefined,
    hasValues: now['enum'] !== undefined,
  }
  return Object.entries(extensionRules).flatMap(([name, { kind, compare }]) => {
    if (JSON.stringify(old[name]) === JSON.stringify(now[name])) return []
    return compare(old[name], now[name], around).map(({ impact, message, kind: own = kind }) => ({
      impact,
      kind: own,
      subject,
      sentence: `${subject} ${message}.`,
    }))
  })
}

/** Adds an empty `x-deprecation` to a node that only has `deprecated`. */
function withDeprecation(node: Node): Node {
  return node['deprecated'] === true && node['x-deprecation'] === undefined ? { ...node, 'x-deprecation': {} } : node
}

/** Compares error ids, which programs branch on. Only the examples of a reply contain them. */
function compareErrorIds(before: Node, after: Node, subject: string): Finding[] {
  const { lost, gained } = compareLists(listErrorIds(before), listErrorIds(after))
  const finding = (impact: Finding['impact'], message: string): Finding => ({
    impact,
    kind: 'wire',
    subject,
    sentence: `${subject} ${message}.`,
  })
  return [
    ...(lost.length > 0 ? [finding('breaking', `no longer has the error ${quote(lost)}`)] : []),
    ...(gained.length > 0 ? [finding('addition', `has the error ${quote(gained)}`)] : []),
  ]
}

function listErrorIds(response: Node): string[] {
  const { content } = response
  const media = isNode(content) ? content['application/json'] : undefined
  const examples = isNode(media) && isNode(media['examples']) ? Object.values(media['examples']) : []
  const ids = examples.flatMap((example) => {
    const value = isNode(example) ? example['value'] : undefined
    return isNode(value) && typeof value['id'] === 'string' && typeof value['message'] === 'string' ? [value['id']] : []
  })
  return [...new Set(ids)].toSorted()
}
