/**
 * Makes packages/client/src/generated: for each family one table (data) and one interface (types), the list of all
 * tables, and the path style's maps. The runtime that interprets a table is written by hand.
 */
import { banner } from '../kit/banner.ts'
import { compareText, type GeneratedFile } from '../kit/generated-file.ts'
import { writeComment } from '../kit/write-comment.ts'
import { toPascalCase, writeIdentifier } from '../kit/write-identifier.ts'
import { TypeImports } from '../kit/write-imports.ts'
import { writePropertyName } from '../kit/write-literal.ts'
import { writePath } from '../kit/write-path.ts'
import type { ApiModel, Family } from '../model/api-model.ts'
import { findHomes } from '../model/find-homes.ts'
import { nameTypes, wholeModule } from './type-names.ts'
import { writeFamily, writeInterface } from './write-family.ts'
import { writePaths } from './write-paths.ts'

const folder = 'packages/client/src/generated'

export interface ApiFamily {
  readonly api: string
  readonly family: Family
}

export function generateClient(model: ApiModel): GeneratedFile[] {
  const families = model.apis
    .flatMap((api) => api.families.map((family) => ({ api: family.operations[0]?.server ?? api.name, family })))
    .filter(({ family }) => family.operations.length > 0)
    .toSorted((a, b) => compareText(a.family.name, b.family.name))
  const homes = findHomes(model)
  return [
    ...families.map((each) => ({ path: writePath(folder, `${each.family.name}.ts`), text: writeFamily(each, homes) })),
    { path: `${folder}/all-tables.ts`, text: writeAllTables(families) },
    { path: `${folder}/cloud.ts`, text: writeCloud(families, homes) },
    { path: `${folder}/paths.ts`, text: writePaths(families, homes) },
  ]
}

function writeAllTables(families: readonly ApiFamily[]): string {
  const imports = families.map(({ family }) => `import { ${tableName(family)} } from './${family.name}.ts'\n`)
  const rows = families.map(({ family }) => `  ${writePropertyName(family.group)}: ${tableName(family)},\n`)
  return `${banner('client')}import type { FamilyTable } from '../family-table.ts'\n${imports.join('')}\n/** Every family's operations, by the property they are under. */\nexport const allTables: Readonly<Record<string, FamilyTable>> = {\n${rows.join('')}}\n`
}

/** All interfaces once more in one module: see the index of packages/types. */
function writeCloud(families: readonly ApiFamily[], homes: ReadonlyMap<string, string>): string {
  const imports = new TypeImports()
  const declarations = families.map(({ family }) => writeInterface(family, nameTypes(imports, family.name, wholeModule, homes)))
  const members = families.map(
    ({ family }) => `${writeComment([family.title], '  ')}  readonly ${writePropertyName(family.group)}: ${interfaceName(family)}\n`,
  )
  const whole = `/** The whole platform, one property for each family. */\nexport interface CloudFamilies {\n${members.join('')}}\n`
  return [banner('client'), imports.write(), `import type { Call, CallOptions } from '../call.ts'\n`, ...declarations, whole].join('\n')
}

export function tableName(family: Family): string {
  return writeIdentifier(`${family.group}Table`)
}

/** `reserved-ips` → `ReservedIpsFamily`. The ending keeps it apart from the schemas. */
export function interfaceName(family: Family): string {
  return writeIdentifier(`${toPascalCase(family.name)}Family`)
}
