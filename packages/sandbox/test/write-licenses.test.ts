import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeLicenses } from '../write-licenses.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'spindrift-licenses-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** @returns a module of it */
function add(name: string, files: Readonly<Record<string, string>>): string {
  const home = join(folder, 'node_modules', name)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name, version: '1.2.3', license: 'MIT' }))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(home, file), text)
  return join(home, 'lib/index.js')
}

test.each([
  [{ LICENSE: 'Do as you like.\n' }],
  [{ 'license.md': 'Do as you like.' }],
  [{ 'README.md': '# boats\n\nThey float.\n\n## License\n\nDo as you like.\n\n## Thanks\n\nTo all.\n' }],
])('finds the license in %j', (files) => {
  expect(writeLicenses([add('boats', files), add('boats', files)])).toBe('boats 1.2.3 (MIT)\n\nDo as you like.\n')
})

test('lists each package once, in order, after the existing text', () => {
  const modules = [add('sails', { LICENSE: 'Two.' }), 'src/own.ts', add('@harbour/boats', { LICENSE: 'One.' })]
  const line = `\n${'-'.repeat(80)}\n\n`
  expect(writeLicenses(modules, ['Zero.\n'])).toBe(
    ['Zero.\n', '@harbour/boats 1.2.3 (MIT)\n\nOne.\n', 'sails 1.2.3 (MIT)\n\nTwo.\n'].join(line),
  )
})

test('fails for a package without a license', () => {
  const bare = add('boats', { 'README.md': '# boats\n\nLicensed somehow.\n' })
  expect(() => writeLicenses([bare])).toThrow('boats has no license to pass on')
})
