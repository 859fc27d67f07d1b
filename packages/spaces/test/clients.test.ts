/** Unmodified clients, each with a day's work. Programs that are not installed are skipped. */
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { Client } from 'minio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSpaces, type SpacesSandbox } from './start.ts'

let spaces: SpacesSandbox
let folder: string
const big = randomBytes(12 * 1024 * 1024)

beforeAll(async () => {
  spaces = await startSpaces()
  folder = mkdtempSync(join(tmpdir(), 'spaces-clients-'))
  writeFileSync(join(folder, 'big'), big)
  writeFileSync(join(folder, 'small.txt'), 'hello')
})
afterAll(async () => {
  await spaces.close()
  rmSync(folder, { recursive: true })
})

/** Runs a shell script and returns its output. */
function run(script: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const env = {
    ...process.env,
    ...spaces.environment,
    URL: spaces.url,
    HOST_PORT: new URL(spaces.url).host,
    HOME: folder,
    // A bundle of this machine, which the SDK in rclone cannot use.
    AWS_CA_BUNDLE: '',
    RCLONE_CONFIG_S_TYPE: 's3',
    RCLONE_CONFIG_S_PROVIDER: 'Other',
    RCLONE_CONFIG_S_ENV_AUTH: 'true',
    RCLONE_CONFIG_S_FORCE_PATH_STYLE: 'true',
    RCLONE_CONFIG_S_ENDPOINT: spaces.url,
    RESTIC_PASSWORD: 'secret',
    RESTIC_REPOSITORY: `s3:${spaces.url}/backups`,
  }
  return new Promise((resolve) => {
    const child = spawn('sh', ['-ec', script], { cwd: folder, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('exit', (code) => resolve({ code, output }))
  })
}

const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

describe('AWS SDK for JavaScript', () => {
  it('uploads in parts and opens presigned URLs', async () => {
    const client = spaces.client()
    await client.send(new CreateBucketCommand({ Bucket: 'aws-js' }))
    const target = { Bucket: 'aws-js', Key: 'big' }
    const done = await new Upload({ client, params: { ...target, Body: big }, partSize: 5 * 1024 * 1024 }).done()
    expect(done.ETag).toMatch(/^"[0-9a-f]{32}-3"$/)
    const { Body } = await client.send(new GetObjectCommand(target))
    expect(big.equals(Buffer.from((await Body?.transformToByteArray()) ?? []))).toBe(true)
    const second = await client.send(new GetObjectCommand({ ...target, PartNumber: 2 }))
    expect(second).toMatchObject({ PartsCount: 3, ContentLength: 5 * 1024 * 1024 })
    second.Body?.transformToByteArray().catch(() => {})
    const put = await getSignedUrl(client, new PutObjectCommand({ Bucket: 'aws-js', Key: 'signed' }), { expiresIn: 60 })
    expect((await fetch(put, { method: 'PUT', body: 'signed content' })).status).toBe(200)
    const get = await getSignedUrl(client, new GetObjectCommand({ Bucket: 'aws-js', Key: 'signed', ResponseContentType: 'text/plain' }))
    const reply = await fetch(get)
    expect([await reply.text(), reply.headers.get('content-type')]).toEqual(['signed content', 'text/plain'])
    expect((await fetch(get.replace('signed?', 'other?'))).status).toBe(403)
  })
})

describe('minio', () => {
  it('stores, lists, copies and removes objects', async () => {
    const { hostname, port } = new URL(spaces.url)
    const { accessKeyId: accessKey, secretAccessKey: secretKey } = spaces.credentials
    const client = new Client({ endPoint: hostname, port: Number(port), useSSL: false, accessKey, secretKey, region: 'nyc3' })
    await client.makeBucket('minio', 'nyc3')
    expect(await client.bucketExists('minio')).toBe(true)
    await client.putObject('minio', 'a/small', 'hello', 5, { 'x-amz-meta-title': 'Moby' })
    await client.fPutObject('minio', 'big', join(folder, 'big'), {})
    await client.fGetObject('minio', 'big', join(folder, 'big.minio'))
    expect(big.equals(readFileSync(join(folder, 'big.minio')))).toBe(true)
    expect((await client.statObject('minio', 'a/small')).metaData).toMatchObject({ title: 'Moby' })
    const names: unknown[] = []
    for await (const { name, prefix } of client.listObjectsV2('minio', '', false)) names.push(name ?? prefix)
    expect(names).toEqual(['big', 'a/'])
    expect(await (await fetch(await client.presignedGetObject('minio', 'a/small', 60))).text()).toBe('hello')
    await client.removeObjects('minio', ['a/small', 'big'])
    await client.removeBucket('minio')
    expect(await client.bucketExists('minio')).toBe(false)
  })
})

describe.runIf(has('aws'))('AWS CLI', () => {
  it('synchronizes a folder', async () => {
    const { code, output } = await run(`
      mkdir -p cli/sub && cp big cli/big && cp small.txt 'cli/sub/a b.txt'
      aws s3 mb s3://aws-cli
      aws s3 sync cli s3://aws-cli/tree --acl public-read
      curl -sf "$URL/aws-cli/tree/sub/a%20b.txt"
      aws s3 sync s3://aws-cli/tree back && diff -r cli back
      aws s3 rb s3://aws-cli --force
    `)
    expect(output).toMatch(
      /upload: cli\/big to s3:\/\/aws-cli\/tree\/big[^]*hello[^]*delete: s3:\/\/aws-cli\/tree\/big[^]*remove_bucket: aws-cli/,
    )
    expect(code).toBe(0)
  })
})

describe.runIf(has('s3cmd'))('s3cmd', () => {
  it('stores, lists and removes objects', async () => {
    const { code, output } = await run(`
      printf '[default]\\naccess_key = %s\\nsecret_key = %s\\nhost_base = %s\\nhost_bucket = %s\\nuse_https = False\\nbucket_location = nyc3\\n' \
        $AWS_ACCESS_KEY_ID $AWS_SECRET_ACCESS_KEY $HOST_PORT $HOST_PORT > s3cfg
      s3cmd -c s3cfg mb s3://s3cmd
      s3cmd -c s3cfg put --no-progress --multipart-chunk-size-mb=5 big small.txt s3://s3cmd/
      s3cmd -c s3cfg get --no-progress s3://s3cmd/big big.s3cmd && cmp big big.s3cmd
      s3cmd -c s3cfg setacl --acl-public s3://s3cmd/small.txt
      s3cmd -c s3cfg info s3://s3cmd/small.txt
      s3cmd -c s3cfg cp s3://s3cmd/small.txt s3://s3cmd/copy.txt
      s3cmd -c s3cfg ls s3://s3cmd
      s3cmd -c s3cfg rb --recursive --force s3://s3cmd
    `)
    expect(output).toContain('*anon*: READ')
    expect(output).toContain('copy.txt')
    expect(code).toBe(0)
  })
})

describe.runIf(has('rclone'))('rclone', () => {
  it('copies and checks a folder', async () => {
    const { code, output } = await run(`
      mkdir -p tree/sub && cp big tree/big && cp small.txt 'tree/sub/a b.txt'
      rclone mkdir s:rclone
      rclone copy tree s:rclone/tree --s3-upload-cutoff 5M --s3-chunk-size 5M
      rclone check tree s:rclone/tree
      rclone lsf -R s:rclone
      rclone cat 's:rclone/tree/sub/a b.txt'
      rclone purge s:rclone
      rclone lsd s:
    `)
    expect(output).toContain('0 differences found')
    expect(output).toContain('tree/sub/a b.txt')
    expect(code).toBe(0)
  })
})

describe.runIf(has('restic'))('restic', () => {
  it('backs up and restores a folder', async () => {
    const { code, output } = await run(`
      mkdir -p source && cp small.txt source/ && cp big source/
      restic init
      restic backup source
      restic check
      restic restore latest --target restored
      cmp source/big restored/source/big || cmp source/big restored$PWD/source/big
      restic forget --keep-last 1 --prune
    `)
    expect(output).toContain('no errors were found')
    expect(code).toBe(0)
  })
})

it('reports no internal errors', () => {
  expect(spaces.errors).toEqual([])
})
