/**
 * The only module that knows openapi-typescript. It turns one schema into TypeScript source text in which other named
 * schemas are plain names. (openapi-typescript writes `components["schemas"]["Volume"]`, which makes an editor evaluate
 * one interface of everything.) Documentation comments are ours: openapi-typescript's repeat every keyword.
 */
import { transformSchemaObject, type GlobalContext, type SchemaObject as OpenapiSchema } from 'openapi-typescript'
import ts from 'typescript'
import { escapeUnseen } from './emit-literal.ts'
import { emitIdentifier } from './emit-identifier.ts'
import { emitComment } from './emit-comment.ts'
import { documentSchema } from './document-schema.ts'
import type { SchemaObject } from '../model/json-schema.ts'

export interface PrintedType {
  readonly text: string
  /** Names of the other schemas it mentions. */
  readonly mentions: ReadonlySet<string>
  /** An object type can be an interface; anything else must be an alias. */
  readonly isObject: boolean
}

const printer = ts.createPrinter({ newLine: ts.NewLineKind.LineFeed })
const blank = ts.createSourceFile('type.ts', '', ts.ScriptTarget.ESNext)

/** @param documented named schemas whose words stand for a property that only refers to them: an editor does not look behind an alias */
export function printSchema(schema: SchemaObject, documented: ReadonlyMap<string, SchemaObject> = new Map()): PrintedType {
  const reference = Object.keys(schema).length === 1 ? schema.$ref : undefined
  if (reference?.startsWith('#/components/schemas/')) {
    const name = emitIdentifier(reference.slice('#/components/schemas/'.length))
    return { text: name, mentions: new Set([name]), isObject: false }
  }
  const mentions = new Set<string>()
  const comments = new Map<ts.Node, string>()
  const node = transformSchemaObject(openValues(schema) as OpenapiSchema, { ctx: createContext(comments, documented), path: '#' })
  const flat = flatten(node, mentions, comments)
  return { text: escapeUnseen(printer.printNode(ts.EmitHint.Unspecified, flat, blank)), mentions, isObject: ts.isTypeLiteralNode(flat) }
}

/** No schema is called so: names of schemas have letters and digits only. */
const anyText = '*'

/** Each enumeration that will grow as one of its values or any other text. */
function openValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openValues)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, openValues(member)]))
  if (copy['x-open-values'] === undefined) return copy
  const { type: _, enum: values, ...rest } = copy
  return { ...rest, oneOf: [{ enum: values }, { $ref: `#/components/schemas/${anyText}` }] }
}

/** Any text, in a union that an editor does not reduce to `string`, so that it still completes the others. */
function emitAnyText(): ts.TypeNode {
  const { createIntersectionTypeNode, createKeywordTypeNode, createParenthesizedType, createTypeLiteralNode } = ts.factory
  return createParenthesizedType(
    createIntersectionTypeNode([createKeywordTypeNode(ts.SyntaxKind.StringKeyword), createTypeLiteralNode(undefined)]),
  )
}

function createContext(comments: Map<ts.Node, string>, documented: ReadonlyMap<string, SchemaObject>): GlobalContext {
  const context: Partial<GlobalContext> = {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    defaultNonNullable: false,
    discriminators: { objects: {}, refsHandled: [] },
    emptyObjectsUnknown: true,
    injectFooter: [],
    transformProperty(property, schema) {
      const own = schema as SchemaObject
      const words = own.$ref === undefined ? own : { ...documented.get(own.$ref.replace('#/components/schemas/', '')), ...own }
      comments.set(property, emitComment(documentSchema(words)).slice(2, -3))
      return property
    },
    resolve: () => undefined,
  }
  // The switches that are left out are all off by default.
  return context as GlobalContext
}

/** `components["schemas"]["Volume"]` → `Volume`, and our comments in place of openapi-typescript's. */
function flatten(node: ts.TypeNode, mentions: Set<string>, comments: ReadonlyMap<ts.Node, string>): ts.TypeNode {
  const { transformed } = ts.transform(node, [
    (transformation) => {
      const visit = (current: ts.Node): ts.Node => {
        if (
          ts.isIndexedAccessTypeNode(current) &&
          ts.isLiteralTypeNode(current.indexType) &&
          ts.isStringLiteral(current.indexType.literal)
        ) {
          if (current.indexType.literal.text === anyText) return emitAnyText()
          const name = emitIdentifier(current.indexType.literal.text)
          mentions.add(name)
          return ts.factory.createTypeReferenceNode(name)
        }
        const visited = ts.visitEachChild(current, visit, transformation)
        const comment = comments.get(current)
        if (comment !== undefined) ts.setSyntheticLeadingComments(visited, comment === '' ? undefined : [blockComment(comment)])
        return visited
      }
      return (root) => visit(root) as ts.TypeNode
    },
  ])
  return transformed[0] ?? node
}

function blockComment(text: string): ts.SynthesizedComment {
  return { kind: ts.SyntaxKind.MultiLineCommentTrivia, text, hasTrailingNewLine: true, pos: -1, end: -1 }
}
