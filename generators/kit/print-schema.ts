/**
 * Prints a schema as a TypeScript type with openapi-typescript. Other named schemas become plain names instead of
 * `components["schemas"]["Volume"]`, which editors evaluate slowly. Comments are ours, as those of openapi-typescript repeat every keyword.
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
  /** Names of the referenced schemas. */
  readonly mentions: ReadonlySet<string>
  /** True for an object type, which can be an interface. */
  readonly isObject: boolean
}

const printer = ts.createPrinter({ newLine: ts.NewLineKind.LineFeed })
const blank = ts.createSourceFile('type.ts', '', ts.ScriptTarget.ESNext)

/** @param documented schemas whose description is copied to properties that refer to them, as editors do not show that of an alias */
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

/** Name by which `openValues` refers to any string. No schema can have it. */
const anyText = '*'

/** Converts open enumerations to a union of their values and any string. */
function openValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openValues)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, openValues(member)]))
  if (copy['x-extensible-enum'] === undefined) return copy
  const { type: _, enum: values, ...rest } = copy
  return { ...rest, oneOf: [{ enum: values }, { $ref: `#/components/schemas/${anyText}` }] }
}

/** Emits `string & {}`: a union with `string` would lose the completion of the other values. */
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
  // Omitted options are off by default.
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
