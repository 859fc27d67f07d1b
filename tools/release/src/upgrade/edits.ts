/** What the specification of the second release has that the first had not: an addition, a breaking change and a correction. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const edits = [
  {
    file: 'spec/control/volumes.yaml',
    before: /^( {8})description: \{ type: \[string, 'null'\], description: Free text about what the volume is for\..*$/m,
    after: `$&\n$1shelf: { type: string, description: Which shelf of the storage room it stands for., examples: [B4] }`,
  },
  {
    file: 'spec/control/ssh-keys.yaml',
    before: /^( {4}SshKeyUpdate:\n {6}description: What to change\.)$/m,
    after: '$1\n      required: [name]',
  },
  {
    file: 'spec/control/volumes.yaml',
    before: 'Free text about what the volume is for.',
    after: 'Free text about what is kept on the volume.',
  },
]

/** Of a user, before and after. */
export const program = `import type { SshKeyUpdate, VolumeCreate } from '@spindrift/types'
import { createCloud } from '@spindrift/client'

export const rename: SshKeyUpdate = {}
export const volume: VolumeCreate = { name: 'covers' }
export const cloud = createCloud({ baseUrl: 'http://127.0.0.1:4020', token: 'any' })
`
export const mended = program
  .replace('SshKeyUpdate = {}', `SshKeyUpdate = { name: 'studio' }`)
  .replace(`{ name: 'covers' }`, `{ name: 'covers', shelf: 'B4' }`)

export function editSpecification(clone: string): void {
  for (const { file, before, after } of edits) {
    const path = join(clone, file)
    const text = readFileSync(path, 'utf8')
    const changed = text.replace(before, after)
    if (changed === text) throw new Error(`${file} has no place any more for what the rehearsal changes in it. Choose another in edits.ts.`)
    writeFileSync(path, changed)
  }
}
