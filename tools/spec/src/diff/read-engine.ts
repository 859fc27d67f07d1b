/** Converts the changes of `redocly diff` to findings. Redocly does not know open values and rates all texts as changes of the API. */
import type { ChangeKind, Finding, Impact } from './change.ts'
import { describePlace, isNode, getAt, segmentsOf } from './place.ts'
import type { EngineChange } from './run-engine.ts'

const impactOf = { major: 'breaking', minor: 'addition', patch: 'fix' } as const satisfies Record<EngineChange['impact'], Impact>

const words = new Set(['description', 'summary', 'title', 'name', 'url', 'termsOfService', 'identifier'])
const examples = new Set(['example', 'examples', 'value', 'dataValue', 'serializedValue'])
/** Constraints. A change of one that breaks no program is an addition. */
const constraints = new Set([
  ...'enum required type format pattern const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'.split(' '),
  ...'minLength maxLength minItems maxItems uniqueItems minProperties maxProperties additionalProperties'.split(' '),
])
/** Keywords that our own comparison covers. */
const ignored = new Set(['deprecated'])

export function findEngineChanges(change: EngineChange, before: unknown, after: unknown): Finding[] {
  if (change.typeName === 'SpecExtension' || change.property?.startsWith('x-') || ignored.has(change.property ?? '')) return []
  const [document, side] = change.revision ? [after, change.revision] : [before, change.base]
  const segments = segmentsOf(side?.pointer ?? '')
  // Our own comparison covers schema names.
  if (change.kind !== 'modified' && segments[1] === 'schemas' && segments.length === 3) return []
  // The pointer of a modified property points at the property itself.
  const place = change.property !== undefined && segments.at(-1) === change.property ? segments.slice(0, -1) : segments
  const subject = describePlace(document, place)
  const impact = classify(change, getAt(before, placeOfBase(change, place)), getAt(after, place))
  return [{ impact, kind: kindOf(change), subject, sentence: describe(change, subject, impact) }]
}

function placeOfBase({ base, property }: EngineChange, place: readonly string[]): readonly string[] {
  if (!base) return place
  const segments = segmentsOf(base.pointer)
  return segments.at(-1) === property ? segments.slice(0, -1) : segments
}

function classify(change: EngineChange, before: unknown, after: unknown): Impact {
  const rules = new Set(change.verdicts.map(({ ruleId }) => ruleId))
  // Clients must accept unknown open values, and requests are not validated against the list.
  if (rules.has('enum-values-added') && isOpen(before) && isOpen(after)) return 'addition'
  if (rules.has('enum-values-removed') && isOpen(after)) return 'fix'
  if (rules.size > 0) return impactOf[change.impact]
  if (kindOf(change) === 'examples') return 'fix'
  if (change.kind === 'modified' && change.property === 'default') return change.base?.value === undefined ? 'fix' : 'breaking'
  if (change.kind === 'modified' && change.typeName === 'Schema' && constraints.has(change.property ?? '')) return 'addition'
  return impactOf[change.impact]
}

const isOpen = (node: unknown): boolean => isNode(node) && node['x-extensible-enum'] !== undefined

function kindOf({ typeName, property = '', verdicts }: EngineChange): ChangeKind {
  if (verdicts.some(({ ruleId }) => ruleId === 'operation-id-changed')) return 'name'
  if (typeName === 'Example' || typeName === 'ExamplesMap' || examples.has(property)) return 'examples'
  return words.has(property) || /^(?:Info|License|Contact|Tag|TagList)$/.test(typeName) ? 'words' : 'wire'
}

function describe(change: EngineChange, subject: string, impact: Impact): string {
  const { kind, property, verdicts } = change
  if (verdicts.length > 0) return verdicts.map(({ message }) => prefix(subject, message)).join(' ')
  if (kindOf(change) === 'examples') return `${subject} has other examples.`
  if (kind === 'added') return `${subject} is new${describeSummary(change.revision?.value)}.`
  if (kind === 'removed') return `${subject} was removed.`
  if (kindOf(change) === 'words') return `${subject} has another ${property}.`
  if (impact === 'fix') return `${subject}: \`${property}\` is now explicit${show(change.revision?.value)}.`
  return `${subject}: \`${property}\` is now${show(change.revision?.value) || ' omitted'}.`
}

/** Adds the subject to a message that does not contain it. */
function prefix(subject: string, message: string): string {
  return subject.startsWith('`') && message.includes(subject.slice(1, -1).split('.')[0] ?? '') ? message : `${subject}: ${message}`
}

function describeSummary(value: unknown): string {
  const nodes = isNode(value) ? [value, ...Object.values(value).filter(isNode)] : []
  const summary = nodes.map((node) => node['summary']).find((text) => typeof text === 'string')
  return typeof summary === 'string' ? `: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}` : ''
}

function show(value: unknown): string {
  if (value === undefined) return ''
  const text = JSON.stringify(value)
  return text.length > 80 ? '' : ` \`${text}\``
}
