import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { getRecipeFolder, isInstalled } from './recipe-folders.ts'
import { startPlatform } from './start-platform.ts'

const folder = getRecipeFolder('bun-script')

it.skipIf(!isInstalled('bun-script'))('creates a snapshot of each volume and keeps the newest two', { timeout: 120_000 }, async () => {
  const tsc = getRecipeFolder('../../node_modules/.bin/tsc')
  await promisify(execFile)(tsc, ['-p', folder])
  await using platform = await startPlatform()
  const { cloud, environment } = platform
  for (const name of ['covers-data', 'orders-data']) await cloud.volumes.create({ name, region: 'nyc3', size_gigabytes: 100 })
  const home = mkdtempSync(join(tmpdir(), 'spindrift-bun-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const report = join(home, 'report.csv')
  // The package contains a program for each system.
  const [bun = ''] = globSync('node_modules/@oven/*/bin/bun{,.exe}', { cwd: folder })
  const run = () =>
    promisify(execFile)(join(folder, bun), ['snapshot-volumes.ts', report, '2'], { cwd: folder, env: { ...environment, HOME: home } })

  expect((await run()).stdout).toMatch(/^2 volumes, \d+ bytes in .*report\.csv\n$/)
  const [first] = await cloud.snapshots.list({ resource_type: 'volume' }).toArray()
  await run()
  await run()
  expect(readFileSync(report, 'utf8')).toMatch(/^volume,taken,deleted\n(covers|orders)-data,.*,1\n(covers|orders)-data,.*,1\n$/)
  const remaining = await cloud.snapshots.list({ resource_type: 'volume' }).toArray()
  expect(remaining).toHaveLength(4)
  expect(remaining.map(({ id }) => id)).not.toContain(first?.id)
  expect(platform.failures).toEqual([])
})
