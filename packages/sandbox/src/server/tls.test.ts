import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { connect as connectPlainly } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import type { StartOptions } from '../options.ts'
import { startSandbox } from '../start-sandbox.ts'

const folder = mkdtempSync(join(tmpdir(), 'spindrift-tls-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function start(options: StartOptions) {
  const running = await startSandbox({ port: 0, ...options })
  onTestFinished(running.close)
  return running
}

/** Sends a request from a client that trusts only this CA. */
function ask(url: string, options: object): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    get(url, options, (response) => void text(response).then((body) => resolve({ status: response.statusCode, body }), reject)).on(
      'error',
      reject,
    )
  })
}

function createPair(name: string): { readonly tlsCert: string; readonly tlsKey: string } {
  const pair = { tlsCert: join(folder, `${name}.pem`), tlsKey: join(folder, `${name}.key`) }
  const flags = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${name} -addext subjectAltName=IP:127.0.0.1`
  execFileSync('openssl', [...flags.split(' '), '-keyout', pair.tlsKey, '-out', pair.tlsCert], { stdio: 'ignore' })
  return pair
}

describe('a self-signed certificate', () => {
  it('is trusted with its CA certificate under every known host name', { timeout: 60_000 }, async () => {
    const {
      url,
      ca = '',
      controlToken,
    } = await start({
      tls: 'self-signed',
      allowedHosts: ['sandbox', '.svc.example'],
      baseUrl: 'https://team.example',
    })
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    expect(await ask(`${url}/_sandbox/ca.pem`, { ca })).toEqual({ status: 200, body: ca })
    await expect(ask(`${url}/_sandbox/health`, {})).rejects.toThrow(/unable to verify|self-signed certificate/)
    for (const servername of ['localhost', 'sandbox', 'a.svc.example', 'team.example'])
      await expect(ask(`${url}/_sandbox/health`, { ca, servername })).resolves.toMatchObject({ status: 200 })
    await expect(ask(`${url}/_sandbox/health`, { ca, servername: 'other.example' })).rejects.toThrow(/altnames/)
    const headers = { authorization: `Bearer ${controlToken}` }
    expect(await ask(`${url}/_sandbox/info`, { ca, headers })).toMatchObject({ status: 200 })
  })

  it('has a CA that signs one certificate and differs in every run', { timeout: 60_000 }, async () => {
    const running = await start({ tls: 'self-signed' })
    const [first = '', { port }] = [running.ca, new URL(running.url)]
    const authority = new X509Certificate(first)
    const shown = await new Promise<X509Certificate | undefined>((resolve, reject) => {
      const socket = connect({ port: Number(port), host: '127.0.0.1', ca: first }, () => {
        resolve(socket.getPeerX509Certificate())
        socket.end()
      }).on('error', reject)
    })
    expect([authority.ca, shown?.ca, shown?.verify(authority.publicKey), shown?.keyUsage]).toEqual([
      true,
      false,
      true,
      ['1.3.6.1.5.5.7.3.1'],
    ])
    expect((await start({ tls: 'self-signed' })).ca).not.toBe(first)
  })

  it('responds to TLS clients only, and other clients do not block it', { timeout: 60_000 }, async () => {
    const { url, ca } = await start({ tls: 'self-signed' })
    const ended = await new Promise<string>((resolve) => {
      const socket = connectPlainly(Number(new URL(url).port), '127.0.0.1', () =>
        socket.write('GET /v2/account HTTP/1.1\r\nHost: localhost\r\n\r\n'),
      )
      let got = ''
      socket.on('data', (chunk: Buffer) => (got += chunk.toString('latin1'))).on('error', () => {})
      socket.on('close', () => resolve(got))
    })
    expect(ended).not.toContain('HTTP/1.1')
    expect(await ask(`${url}/_sandbox/ready`, { ca })).toMatchObject({ status: 200 })
  })
})

describe('a certificate from files', () => {
  it('is served to clients', async () => {
    const pair = createPair('harbour')
    const running = await start(pair)
    const { url } = running
    const ca = readFileSync(pair.tlsCert, 'utf8')
    expect(await ask(`${url}/_sandbox/ready`, { ca })).toEqual({ status: 200, body: '{"ready":true}' })
    expect(await ask(`${url}/_sandbox/ca.pem`, { ca })).toMatchObject({ status: 404 })
    expect(running.ca).toBeUndefined()
  })

  it('is rejected with the reason if it is invalid', async () => {
    const [one, other] = [createPair('one'), createPair('other')]
    const noPem = join(folder, 'no.pem')
    writeFileSync(noPem, 'nothing')
    const wrong = [
      { input: { tlsCert: one.tlsCert }, expected: 'tlsCert and tlsKey need each other' },
      { input: { ...one, tls: 'self-signed' as const }, expected: 'cannot be combined' },
      { input: { ...one, tlsKey: other.tlsKey }, expected: `${other.tlsKey} is not the key of the certificate in ${one.tlsCert}.` },
      { input: { ...one, tlsCert: noPem }, expected: `${noPem} has no valid certificate in PEM` },
      { input: { ...one, tlsKey: noPem }, expected: `${noPem} has no valid private key in PEM` },
      { input: { ...one, tlsKey: join(folder, 'none') }, expected: 'none cannot be read' },
      { input: { tls: 'always' as never }, expected: 'tls is "always"; it must be self-signed.' },
    ]
    for (const { input, expected } of wrong) await expect(startSandbox({ port: 0, ...input })).rejects.toThrow(expected)
  })
})
