/** A program that takes every file, changes it, forgets what it acknowledges and never ends an action: each check here must say so. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { canFillDisk, checkFullDisk } from './check-full-disk.ts'
import { checkDamagedFiles } from './check-damaged-files.ts'

const careless = `
import { appendFileSync, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
const file = process.argv[process.argv.indexOf('--state') + 1]
if (existsSync(file)) try { appendFileSync(file, 'mine now') } catch {}
else try { new DatabaseSync(file).exec('CREATE TABLE rows (id TEXT); PRAGMA user_version = 2') } catch {}
let made = 0
const answers = {
  'POST /v2/tags': () => (made++ < 100 ? [201, {}] : [503, { message: 'busy' }]),
  'GET /v2/tags': () => [200, { tags: [] }],
  'POST /v2/droplets': () => [202, { droplet: { id: 1 } }],
  'GET /v2/droplets/1': () => [200, { droplet: { locked: true, status: 'new' } }],
}
const server = createServer((request, response) => {
  const [status, body] = answers[request.method + ' ' + request.url.split('?')[0]]?.() ?? [200, {}]
  response.writeHead(status).end(JSON.stringify(body))
})
server.listen(0, '127.0.0.1', () => {
  const url = 'http://127.0.0.1:' + server.address().port
  console.log(JSON.stringify({ url, tokens: { full: 'any', read: 'any' } }))
})
`
const folder = mkdtempSync(join(tmpdir(), 'spindrift-careless-'))
const program = join(folder, 'careless.mjs')
writeFileSync(program, careless)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('is found out by the files that it should refuse', async () => {
  const { passed, findings } = await checkDamagedFiles(folder, program)
  expect(passed).toBe(0)
  expect(findings[0]).toBe('start given a file in use: expected a refusal, got It started.')
  expect(findings.filter((finding) => finding.includes('It started.'))).toHaveLength(8)
  expect(findings.filter((finding) => finding.includes('a file left as it is'))).toHaveLength(7)
})

it.skipIf(!canFillDisk())('is found out by a full disk', async () => {
  const { findings } = await checkFullDisk(folder, program)
  const expected = [
    'a refusal in one sentence',
    '500 that speaks of the state file',
    'exactly the 100',
    'an active droplet',
    'after kill -9',
  ]
  for (const each of expected) expect(findings.join('\n')).toContain(each)
})
