/**
 * Compiles schemas to code at build time. Uses three compilers: parameters are converted from strings, bodies are validated leniently, and
 * responses strictly.
 */
import { _, type Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneModule from 'ajv/dist/standalone/index.js'
import { banner } from '../banner.ts'
import { compareText } from '../generated-file.ts'
import { escapeUnseen } from '../emit-literal.ts'
import type { Api, Family, MediaType, Operation, Parameter } from '../../model/api-model.ts'
import type { SchemaObject } from '../../model/json-schema.ts'
import { SpecError } from '../../model/spec-error.ts'
import { addBoundedKeywords } from './bounded-keywords.ts'
import { addOpenValues } from './open-values.ts'
import { formats, prepareSchema, referTo, type SchemaMode } from './prepare-schema.ts'
import { addUnionKeywords } from './union-keywords.ts'

// The types of this CommonJS module do not match its value.
const standaloneCode = standaloneModule as unknown as (ajv: Ajv2020, exports: Readonly<Record<string, string>>) => string

export interface Compiler {
  readonly writeRequests: (family: Family) => string
  readonly writeReplies: (family: Family) => string
}

const parameterMode: SchemaMode = { open: true, texts: true }
const replyMode: SchemaMode = { open: false, texts: false }

/** Registers a format: the generated code calls the function in `helpers.js`. */
const acceptFormat = () => true

const settings: Options = {
  allErrors: true,
  strict: false,
  logger: false,
  discriminator: true,
  messages: true,
  unicodeRegExp: true,
  validateSchema: false,
  addUsedSchema: false,
  inlineRefs: false,
  code: { source: true, esm: true, lines: false, formats: _`formats` },
}

/** @param generator name of the generator, for the banner */
export function createCompiler(api: Api, generator: string): Compiler {
  // Tool calls come from models: unknown arguments are rejected, while unknown fields are ignored elsewhere.
  const bodyMode: SchemaMode = { open: api.name !== 'tools', texts: false }
  const components = Object.entries((api.document.components?.['schemas'] ?? {}) as Readonly<Record<string, SchemaObject>>)
  const createAjv = (options: Options, reading: SchemaMode) => {
    const ajv = new Ajv2020({ ...settings, ...options })
    for (const format of formats) ajv.addFormat(format, acceptFormat)
    if (ajv.opts.allErrors) addUnionKeywords(ajv)
    addBoundedKeywords(ajv)
    if (reading !== replyMode) addOpenValues(ajv)
    for (const [name, schema] of components) ajv.addSchema(prepareSchema(schema, reading) as object, referTo(name))
    return ajv
  }
  const bodies = createAjv({}, bodyMode)
  const texts = createAjv({ coerceTypes: 'array' }, parameterMode)
  const replies = createAjv({ allErrors: false }, replyMode)
  return {
    writeRequests: (family) => {
      const ordered = sortOperations(family)
      const bodyNames = ordered.flatMap((operation) =>
        add(bodies, operation, `body_${operation.id}`, findJson(operation.body?.content), bodyMode),
      )
      const textNames = ordered.flatMap((operation) => [
        ...add(texts, operation, `form_${operation.id}`, findForm(operation.body?.content), parameterMode),
        ...add(texts, operation, `parameters_${operation.id}`, describeParameters(operation.parameters), parameterMode),
      ])
      return write(generator, [
        [bodies, bodyNames],
        [texts, textNames],
      ])
    },
    writeReplies: (family) => {
      const names = sortOperations(family).flatMap((operation) =>
        operation.replies.flatMap((reply) =>
          add(replies, operation, `reply_${operation.id}_${reply.status}`, findJson(reply.content), replyMode),
        ),
      )
      return write(generator, [[replies, names]])
    },
  }
}

function sortOperations(family: Family): Operation[] {
  return family.operations.toSorted((a, b) => compareText(a.id, b.id))
}

function findJson(content: readonly MediaType[] = []): SchemaObject | undefined {
  return content.find(({ mediaType }) => mediaType === 'application/json')?.schema
}

function findForm(content: readonly MediaType[] = []): SchemaObject | undefined {
  return content.find(({ mediaType }) => mediaType === 'application/x-www-form-urlencoded')?.schema
}

/** Describes all parameters as one object: `{ path, query, header }`. */
function describeParameters(parameters: readonly Parameter[]): SchemaObject | undefined {
  if (parameters.length === 0) return undefined
  const groups = (['path', 'query', 'header'] as const).flatMap((location) => {
    const own = parameters
      .filter((parameter) => parameter.in === location)
      // Header names are case-insensitive; servers see them in lower case.
      .map((parameter) => (location === 'header' ? { ...parameter, name: parameter.name.toLowerCase() } : parameter))
    if (own.length === 0) return []
    const required = own.filter((parameter) => parameter.required).map(({ name }) => name)
    return [
      [location, { type: 'object', properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])), required }] as const,
    ]
  })
  return { type: 'object', properties: Object.fromEntries(groups) as Readonly<Record<string, SchemaObject>> }
}

function add(
  ajv: Ajv2020,
  operation: Operation,
  name: string,
  schema: SchemaObject | undefined,
  reading: SchemaMode,
): (readonly [string, string])[] {
  if (!schema) return []
  // A plain reference is compiled once for all operations.
  const key = schema.$ref === undefined ? `/${name}` : referTo(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1))
  try {
    if (schema.$ref === undefined) ajv.addSchema(prepareSchema(schema, reading) as object, key)
    ajv.getSchema(key)
  } catch (error) {
    throw new SpecError(operation.source, `The schema of ${name} does not compile: ${String(error)}`, { cause: error })
  }
  return [[name, key]]
}

type Group = readonly [Ajv2020, readonly (readonly [string, string])[]]

/** Emits each compiler's functions in their own scope, as their names clash. */
function write(generator: string, groups: readonly Group[]): string {
  const texts = groups.filter(([, names]) => names.length > 0).map(([ajv, names]) => emitGroup(ajv, names))
  const body = texts.join('')
  const usedHelpers = ['equal', 'formats', 'isUnique', 'join', 'maxFindings', 'ucs2length'].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(body),
  )
  const imports = usedHelpers.length > 0 ? `import { ${usedHelpers.join(', ')} } from './helpers.js'\n` : ''
  return escapeUnseen(`${banner(generator)}${imports}${body === '' ? 'export {}\n' : body}`)
}

function emitGroup(ajv: Ajv2020, names: readonly (readonly [string, string])[]): string {
  const functions: string[] = []
  const code = limitFindings(standaloneCode(ajv, Object.fromEntries(names)))
    .replace(/^"use strict";/, '')
    .replaceAll(/require\("ajv\/dist\/runtime\/(ucs2length|equal)"\)\.default/g, '$1')
    .replaceAll(/export const (\w+) = (\w+);/g, (_match, name: string, target: string) => {
      functions.push(`${name}: ${target}`)
      return ''
    })
  return `export const { ${names.map(([name]) => name).join(', ')} } = (() => {\n${code}\nreturn { ${functions.join(', ')} }\n})()\n`
}

/**
 * Limits the number of findings and appends them in place. Ajv's code copies all findings for each failing part and visits every item, which
 * takes minutes for 300,000 invalid items.
 */
function limitFindings(code: string): string {
  return code
    .replaceAll(/vErrors = vErrors === null \? ([\w.]+) : vErrors\.concat\(\1\);/g, 'vErrors = join(vErrors, $1);')
    .replaceAll(/for\(let (\w+)=0; \1<(\w+); \1\+\+\)/g, 'for(let $1=0; $1<$2 && errors < maxFindings; $1++)')
    .replaceAll(/for\(const (\w+) in (\w+)\)\{/g, '$&if(errors >= maxFindings) break;')
}
