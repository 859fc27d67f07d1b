/** Requests per second of object storage, compared with a bare file server: PUT and GET of 1 kB and 10 MB with presigned URLs. */
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Bench } from './bench.ts'
import { root } from './consumer-project.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { createRow, type Row } from './row.ts'
import { createStateFolder, requireBuiltPrograms, sandboxProgram, serveFiles, serveSandbox } from './serve-child.ts'

const sizes = [
  { name: '1 kB', bytes: 1000, requests: 2000, connections: 16 },
  { name: '10 MB', bytes: 10_000_000, requests: 24, connections: 4 },
] as const

type Method = 'GET' | 'PUT'

export const spaces: Bench = {
  name: 'spaces',
  about: 'PUT and GET of objects, compared with a bare file server',
  runs: 5,
  async measure({ runs, progress }) {
    requireBuiltPrograms(sandboxProgram, join(root, 'packages/spaces/dist/index.js'))
    using folder = createStateFolder()
    await using sandbox = await serveSandbox(folder.file('state.db'), ['--services', 'spaces'])
    await using bare = await serveFiles(folder.file('files'))
    const signUrl = await createSigner(`http://127.0.0.1:${sandbox.port}`)
    const rows: Row[] = []
    for (const { name, bytes, requests, connections } of sizes) {
      const body = Buffer.alloc(bytes, 'a')
      for (const method of ['PUT', 'GET'] as const) {
        const signed = await signUrl(method, name)
        const run = (url: string) => () => countPerSecond({ method, url, body, requests, connections })
        const subjects = { bare: run(`http://127.0.0.1:${bare.port}/${bytes}`), spaces: run(signed) }
        const samples = await measure(subjects, { runs, progress: (line) => progress(`${method} ${name}, ${line}`) })
        const against = median(samples.bare)
        rows.push(createRow({ subject: `node:http files, ${method} ${name}`, value: against, unit: '/s', against }))
        rows.push(createRow({ subject: `@spindrift/spaces, ${method} ${name}`, value: median(samples.spaces), unit: '/s', against }))
      }
    }
    return rows
  },
}

/** Creates a bucket, and a function that signs URLs of its objects. */
async function createSigner(sandboxUrl: string): Promise<(method: Method, key: string) => Promise<string>> {
  const info = (await (await fetch(`${sandboxUrl}/_sandbox/info`)).json()) as { readonly environment: Readonly<Record<string, string>> }
  const variable = (name: string) => info.environment[name] ?? ''
  const credentials = { accessKeyId: variable('SPACES_ACCESS_KEY_ID'), secretAccessKey: variable('SPACES_SECRET_ACCESS_KEY') }
  const endpoint = variable('AWS_ENDPOINT_URL_S3')
  const client = new S3Client({ endpoint, region: 'nyc3', forcePathStyle: true, credentials, requestChecksumCalculation: 'WHEN_REQUIRED' })
  await client.send(new CreateBucketCommand({ Bucket: 'bench' }))
  return (method, key) => {
    const target = { Bucket: 'bench', Key: key }
    return getSignedUrl(client, method === 'GET' ? new GetObjectCommand(target) : new PutObjectCommand(target), { expiresIn: 3600 })
  }
}

interface Load {
  readonly method: Method
  readonly url: string
  readonly body: Buffer
  readonly requests: number
  readonly connections: number
}

async function countPerSecond({ method, url, body, requests, connections }: Load): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let left = requests
  const start = performance.now()
  const work = async () => {
    for (; left > 0;) {
      left -= 1
      await send(agent, method, url, method === 'PUT' ? body : undefined)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  agent.destroy()
  return requests / ((performance.now() - start) / 1000)
}

function send(agent: Agent, method: Method, url: string, body: Buffer | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = body && { 'content-length': body.length }
    const sent = request(url, { method, agent, ...(headers && { headers }) }, (response) => {
      response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${method} returned ${response.statusCode}.`))))
      response.resume()
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
