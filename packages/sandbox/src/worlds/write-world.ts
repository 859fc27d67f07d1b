import { stringify } from 'yaml'
import type { WorldDefinition } from './world-definition.ts'

/** Where the schema is for a project that has the package. */
const head = '# yaml-language-server: $schema=node_modules/@spindrift/sandbox/dist/generated/world.schema.json\n'

/** As a YAML file that a sandbox can be started from, its kinds apart. */
export function writeWorld(world: WorldDefinition): string {
  const parts = Object.entries(world).map(([name, value]) => stringify({ [name]: value }, { lineWidth: 0, aliasDuplicateObjects: false }))
  return `${head}\n${parts.join('\n')}`
}
