/**
 * Generates packages/client/src/generated: an operation table and an interface for each family, all tables in one module, the tables of
 * the path API, scopes and tool arguments. The runtime that interprets the tables is written by hand.
 */
import { banner } from '../kit/banner.ts'
import { compareText, type GeneratedFile } from '../kit/generated-file.ts'
import { emitComment } from '../kit/emit-comment.ts'
import { TypeImports } from '../kit/type-imports.ts'
import { emitPropertyName } from '../kit/emit-literal.ts'
import { emitTokenLimits } from '../kit/emit-token-limits.ts'
import { emitPath } from '../kit/emit-path.ts'
import type { ApiModel, Family, Operation } from '../model/api-model.ts'
import { findHomes } from '../model/find-homes.ts'
import { describeCall, findCommonErrors } from './describe-call.ts'
import { type ApiFamily, interfaceName } from './family-names.ts'
import { getFeatures } from './get-features.ts'
import { nameTypes, wholeModule } from './type-names.ts'
import { emitExamples } from './emit-examples.ts'
import { emitFamily, emitInterface, emitTable, listEntries } from './emit-family.ts'
import { groupByStep, type NamedItem } from './group-by-step.ts'
import type { DescribedFeatures, FeaturesOf } from './emit-method.ts'
import { emitLifecycles } from './emit-lifecycles.ts'
import { emitPaths } from './emit-paths.ts'
import { emitScopes } from './emit-scopes.ts'
import { emitTools } from './emit-tools.ts'

const folder = 'packages/client/src/generated'

export function generateClient(model: ApiModel): GeneratedFile[] {
  const families = model.apis
    .flatMap((api) => api.families.map((family) => ({ api: family.operations[0]?.server ?? api.name, family, document: api })))
    .filter(({ family }) => family.operations.length > 0)
    .toSorted((a, b) => compareText(a.family.name, b.family.name))
  const modulesByType = findHomes(model)
  const features = findFeatures(families, model)
  const featuresOf: FeaturesOf = (operation) => features.get(operation) ?? { facts: {}, startsActions: false, hover: '', examples: {} }
  return [
    ...families.map((each) => ({ path: emitPath(folder, `${each.family.name}.ts`), text: emitFamily(each, modulesByType, featuresOf) })),
    { path: `${folder}/all-tables.ts`, text: emitAllTables(families, featuresOf) },
    { path: `${folder}/cloud.ts`, text: emitCloud(families, modulesByType, featuresOf) },
    { path: `${folder}/paths.ts`, text: emitPaths(families) },
    { path: `${folder}/lifecycles.ts`, text: emitLifecycles(families, featuresOf) },
    emitTokenLimits('client', `${folder}/token-limits.ts`, model),
    { path: `${folder}/operation-scopes.ts`, text: emitScopes(families) },
    { path: `${folder}/tool-calls.ts`, text: emitTools(families) },
  ]
}

function findFeatures(families: readonly ApiFamily[], model: ApiModel): ReadonlyMap<Operation, DescribedFeatures> {
  const schemas = new Map(
    model.apis.flatMap((api) => api.families).flatMap((family) => family.schemas.map((schema) => [schema.name, schema])),
  )
  const commonErrors = new Map(model.apis.map((api) => [api, findCommonErrors(api)]))
  return new Map(
    families.flatMap(({ family, document }) =>
      family.operations.map((operation) => {
        const features = getFeatures(operation, family, schemas)
        const hover = describeCall(operation, document, family, commonErrors.get(document) ?? new Set())
        return [operation, { ...features, hover, examples: emitExamples(operation, family, features.args) }]
      }),
    ),
  )
}

/**
 * Emits all tables in one module, which is not committed. If the whole client imported them from the family modules, bundlers would create
 * a shared chunk for each, and a program would load 80 files.
 */
function emitAllTables(families: readonly ApiFamily[], featuresOf: FeaturesOf): string {
  const entries = families.flatMap(({ api, family }) =>
    listEntries(family).map((entry) => ({ ...entry, api, steps: [...family.group.split('_'), ...entry.steps] })),
  )
  const rows = groupByStep(entries).map(
    ({ step, inner }) => `  ${emitPropertyName(step)}: ${emitTable(inner[0]?.api ?? '', inner, featuresOf, '  ')},\n`,
  )
  return `${banner('client')}import type { FamilyTable } from '../family-table.ts'\n\n/** Operations of every family, by the client property of the family. A nested family is a group of its parent. */\nexport const allTables: Readonly<Record<string, FamilyTable>> = {\n${rows.join('')}}\n`
}

/** Emits all interfaces in one module: see the index of packages/types. */
function emitCloud(families: readonly ApiFamily[], modulesByType: ReadonlyMap<string, string>, featuresOf: FeaturesOf): string {
  const imports = new TypeImports()
  const declarations = families.map(({ family }) =>
    emitInterface(family, nameTypes(imports, family.name, wholeModule, modulesByType), featuresOf),
  )
  const members = emitFamilies(
    families.map(({ family }) => ({ family, steps: family.group.split('_') })),
    '  ',
  )
  const declaration = `/** One property for each family. */\nexport interface CloudFamilies {\n${members}}\n`
  return [banner('client'), imports.write(), ...declarations, declaration].join('\n')
}

interface NestedFamily extends NamedItem {
  readonly family: Family
}

/** Emits nested families as properties of their parent. */
function emitFamilies(nested: readonly NestedFamily[], indent: string): string {
  return groupByStep(nested)
    .map(({ step, self, inner }) => {
      const types = [
        ...(self ? [interfaceName(self.family)] : []),
        ...(inner.length > 0 ? [`{\n${emitFamilies(inner, `${indent}  `)}${indent}}`] : []),
      ]
      return `${self ? emitComment([self.family.title], indent) : ''}${indent}readonly ${emitPropertyName(step)}: ${types.join(' & ')}\n`
    })
    .join('')
}
