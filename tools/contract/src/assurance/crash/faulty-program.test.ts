/** Accepts and changes every state file, loses writes that it acknowledged and never ends an action. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { canFillDisk, checkFullDisk } from './check-full-disk.ts'
import { checkDamagedFiles } from './check-damaged-files.ts'

const faultyProgram = `
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
const folder = mkdtempSync(join(tmpdir(), 'spindrift-faulty-'))
const program = join(folder, 'faulty.mjs')
writeFileSync(program, faultyProgram)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('reports a program that accepts damaged files', async () => {
  const { passed, findings } = await checkDamagedFiles(folder, program)
  expect(passed).toBe(0)
  expect(findings[0]).toBe('start given a file in use: expected a refusal, got It started.')
  expect(findings.filter((finding) => finding.includes('It started.'))).toHaveLength(8)
  expect(findings.filter((finding) => finding.includes('an unchanged file'))).toHaveLength(7)
})

it.skipIf(!canFillDisk())('reports a program that ignores a full disk', async () => {
  const { findings } = await checkFullDisk(folder, program)
  const expected = ['a one-line error', '500 that names the state file', 'exactly the 100', 'an active droplet', 'after kill -9']
  for (const each of expected) expect(findings.join('\n')).toContain(each)
})
