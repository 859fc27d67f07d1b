/** Loses writes that it acknowledged and never ends an action. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { canFillDisk, checkFullDisk } from './check-full-disk.ts'

const faultyProgram = `
import { createServer } from 'node:http'
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

it.skipIf(!canFillDisk())('reports a program that ignores a full disk', async () => {
  const { findings } = await checkFullDisk(folder, program)
  const expected = ['a one-line error', '500 that names the state file', 'exactly the 100', 'an active droplet', 'after kill -9']
  for (const each of expected) expect(findings.join('\n')).toContain(each)
})
