/**
 * What a recording may keep, because it is public: what the specification lists, and what a fresh sandbox answers before anybody made anything
 * (regions, sizes, images, engines, models and their versions). All other texts are taken for somebody's.
 */
import { createSandbox } from '../../create-sandbox.ts'
import { operationRows } from '../../generated/operations.ts'
import { resourceRows } from '../../generated/resources.ts'
import { isSecretName } from '../../http/is-secret-name.ts'
import { properties, secrets, values, words } from '../../generated/vocabulary.ts'

export interface Vocabulary {
  /** Whether a whole value is public. */
  readonly keeps: (value: string) => boolean
  /** Whether a word of a sentence is one of the specification's own. */
  readonly isWord: (word: string) => boolean
  readonly isProperty: (name: string) => boolean
  /** Whether what is under this name is a secret, whatever it looks like. */
  readonly isSecret: (name: string) => boolean
  /** Whether a number under this name is an object's id. */
  readonly isId: (name: string) => boolean
  /** Whether what is under this name is chosen from what the platform offers: also a choice that the specification does not know yet. */
  readonly isOffered: (name: string) => boolean
  /** Whether a segment stands in the path of an operation. */
  readonly isSegment: (segment: string) => boolean
}

/** Under these are words of the platform, never of a user. */
const offeredName =
  /^(status|state|phase|kind|type|types|engine|version|distribution|protocol|slug|scope|scopes|features|rel|role|unit|currency|mode|permission|permissions|plan|tier|architecture|filesystem_type|resource_type|.*_slug|.*_version|.*_status|.*_state|.*_type|.*_mode)$/

export function collectVocabulary(): Vocabulary {
  const known = new Set([...values, ...collectCatalog()])
  const prose = new Set(words.split(' '))
  const names = new Set([
    ...properties,
    ...operationRows.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)),
  ])
  const passwords = new Set(secrets)
  const numbered = namesOf('integer')
  const offered = namesOf('slug')
  const segments = new Set(operationRows.flatMap(({ path }) => path.split('/').filter((segment) => !segment.startsWith('{'))))
  return {
    keeps: (value) => known.has(value),
    isWord: (word) => prose.has(word.toLowerCase()),
    isProperty: (name) => names.has(name),
    isSecret: (name) => passwords.has(name) || isSecretName(name),
    isId: (name) => /(^|_)(id|ids|uuid|uuids)$/.test(name) || numbered.has(name),
    isOffered: (name) => offeredName.test(name) || offered.has(name),
    isSegment: (segment) => segments.has(segment),
  }
}

/** As requests and replies call objects whose ids are of this kind. */
function namesOf(kind: 'integer' | 'slug'): ReadonlySet<string> {
  const rows = Object.values(resourceRows).filter(({ id }) => id?.kind === kind)
  return new Set(rows.flatMap(({ one, many }) => [one, many].filter((name) => name !== undefined)))
}

function collectCatalog(): Set<string> {
  const sandbox = createSandbox({ seed: 'catalog', rateLimits: 'off' })
  const { tokens, inference_key: key } = sandbox.credentials()
  const found = new Set<string>()
  for (const { method, path, access } of operationRows) {
    if (method !== 'GET' || path.includes('{')) continue
    const authorization = `Bearer ${access === 'inference' ? key : tokens.full}`
    const { status, body } = sandbox.handle({ method, url: `${path}?per_page=200`, headers: { authorization, host: 'localhost' } })
    if (status === 200 && typeof body === 'string' && body.startsWith('{')) collectTexts(JSON.parse(body), found)
  }
  sandbox.close()
  return found
}

function collectTexts(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') found.add(value)
  else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) collectTexts(member, found)
}
