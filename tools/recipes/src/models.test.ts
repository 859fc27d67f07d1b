/** Runs the programs that use models through other libraries. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createWebServer, type Platform, startPlatform } from './start-platform.ts'

async function runProgram(file: string, { environment }: Platform): Promise<string[]> {
  const env = { PATH: process.env['PATH'], ...environment }
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(new URL(`../${file}`, import.meta.url))], { env })
  return stdout.trim().split('\n')
}

it.each([
  {
    file: 'ai-sdk/answer-with-tools.ts',
    prints: [/^The function gave back “\[{"name":"web-01","status":"active"}\]”\./, /^tool-calls, stop$/, /^string true$/, /^true$/],
  },
  {
    file: 'ai-sdk/use-responses.ts',
    prints: [/^The function gave back “\["web-01"\]”\./, /tide tables/, /stop$/],
  },
  {
    file: 'langchain/answer-with-tools.ts',
    prints: [/^You asked about “Do you have tide tables\?”\./, /^The function gave back “\["web-01"\]”\./, /^string true$/, /^1024 1024$/],
  },
])('$file prints the expected output', async ({ file, prints }) => {
  await using platform = await startPlatform()
  await createWebServer(platform)
  expect(await runProgram(file, platform)).toEqual(prints.map((pattern) => expect.stringMatching(pattern)))
  expect(platform.failures).toEqual([])
})

it('fails with status 401 without a valid key', async () => {
  await using platform = await startPlatform()
  const unauthorized = { ...platform, environment: { ...platform.environment, SPINDRIFT_MODEL_ACCESS_KEY: 'nobody' } }
  await expect(runProgram('langchain/answer-with-tools.ts', unauthorized)).rejects.toThrow('401')
})
