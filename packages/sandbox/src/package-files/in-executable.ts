/** The same as on-disk.ts, of what was put into the single executable. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAsset, getAssetKeys, getRawAsset } from 'node:sea'
import { compileFunction } from 'node:vm'
import type * as disk from './on-disk.ts'

export const readManifest: typeof disk.readManifest = () => JSON.parse(getAsset('package.json', 'utf8')) as { readonly version: string }

export const loadValidators: typeof disk.loadValidators = (name) => {
  const file = `validators/${name}.js`
  const module = { exports: {} }
  compileFunction(getAsset(file, 'utf8'), ['module', 'exports'], { filename: file })(module, module.exports)
  return module.exports
}

export const readData: typeof disk.readData = (name) => JSON.parse(getAsset(`${name}.json`, 'utf8')) as object

export const readConsoleFile: typeof disk.readConsoleFile = (name) => {
  const file = `console/${name}`
  return getAssetKeys().includes(file) ? new Uint8Array(getRawAsset(file)) : undefined
}

const written = new Map<string, string>()

/** SQLite reads files only: it is written to one of this process, the first time that it is asked for. */
export const findWorldFile: typeof disk.findWorldFile = (name) => {
  const known = written.get(name)
  if (known !== undefined) return known
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-sandbox-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, `${name}.db`)
  writeFileSync(file, new Uint8Array(getRawAsset(`worlds/${name}.db`)))
  written.set(name, file)
  return file
}
