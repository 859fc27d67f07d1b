import { stringify } from 'yaml'
import { version } from '../control/version.ts'
import type { WorldDefinition } from './world-definition.ts'

const head = `# yaml-language-server: $schema=https://unpkg.com/@spindrift/sandbox@${version}/dist/generated/world.schema.json\n`

/** As a YAML file that a sandbox can be started from, its kinds apart. */
export function writeWorld(world: WorldDefinition): string {
  const parts = Object.entries(world).map(([name, value]) => stringify({ [name]: value }, { lineWidth: 0, aliasDuplicateObjects: false }))
  return `${head}\n${parts.join('\n')}`
}
