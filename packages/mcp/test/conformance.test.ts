import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveConformance } from './conformance-server.ts'

/** Those of the suite that are about the transport or need something of it; its name for each. */
describe("the protocol's conformance suite over our HTTP transport", () => {
  let server: Awaited<ReturnType<typeof serveConformance>>
  beforeAll(async () => {
    server = await serveConformance()
  })
  afterAll(() => server.close())

  it('passes in all scenarios', { timeout: 120_000 }, async () => {
    const program = fileURLToPath(new URL('dist/index.js', import.meta.resolve('@modelcontextprotocol/conformance/package.json')))
    const child = spawn(process.execPath, [program, 'server', '--url', server.url, '--suite', 'all'], { stdio: 'pipe' })
    const [out] = await Promise.all([text(child.stdout), text(child.stderr)])
    const summary = out.slice(out.indexOf('=== SUMMARY ==='))
    const failed = summary.split('\n').filter((line) => line.startsWith('✗'))
    expect(failed).toEqual([])
    expect(summary).toMatch(/Total: (\d{2,}) passed, 0 failed/)
  })
})
