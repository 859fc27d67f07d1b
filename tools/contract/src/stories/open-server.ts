/** Starts the servers that the stories are run against. */
import { startMock, startProxy } from '@spindrift/mock'
import { startSandbox } from '@spindrift/sandbox'
import { openService } from '../assurance/replicas/open-service.ts'
import { askForCode } from '../sign-in.ts'
import { abilities, type ServerName } from './abilities.ts'
import type { Application } from './story.ts'

export interface OpenServer {
  /** Where the client sends its requests. */
  readonly url: string
  readonly token: string
  readonly inferenceKey: string
  readonly application: Application
  /** Signs another account up, and @returns its token. */
  readonly signUp: (email: string) => Promise<string>
  /** Of the sandbox itself; where there is none, nothing happens. */
  readonly control: (path: string, body: object) => Promise<void>
  /** What went wrong inside since it was last asked for, which no reply may tell. */
  readonly takeErrors: () => string[]
  readonly close: () => Promise<void>
}

/** The one of the specification's examples. */
const exampleApplication: Application = {
  client_id: 'c5a3f1d200000000000000000000000000000000000000000000000000000001',
  client_secret: '0f3a9b6c00000000000000000000000000000000000000000000000000000003',
  redirect_uri: 'https://tidewater.example/oauth/callback',
  allow: async () => '0b7c4f5e00000000000000000000000000000000000000000000000000000002',
}

/** @param replicas how many sandboxes over one Postgres there are to be; 0 for one in this process */
export async function openServer(name: ServerName, seed: number, replicas = 0): Promise<OpenServer> {
  if (!abilities[name].state) {
    const mock = await startMock({ port: 0 })
    const token = `dop_v1_${'0'.repeat(64)}`
    const { url, close } = mock
    return {
      url,
      token,
      inferenceKey: 'sk-do-example',
      application: exampleApplication,
      signUp: async () => token,
      control: async () => {},
      takeErrors: () => [],
      close,
    }
  }
  const sandbox = await (replicas > 0 ? openReplicas(seed, replicas) : openOne(seed))
  const { tokens, inference_key: inferenceKey, oauth, user, takeErrors } = sandbox
  const ask = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(`${sandbox.url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`/_sandbox/${path} answered ${response.status}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const control = async (path: string, body: object) => void (await ask(path, body))
  const signUp = async (email: string) => {
    const made = (await ask('users', { email, password: 'example-password-2' })) as { readonly tokens: { readonly full: string } }
    return made.tokens.full
  }
  const application = { ...oauth, allow: (scope: string) => askForCode(sandbox.url, { oauth, user }, scope) }
  const common = { token: tokens.full, inferenceKey, application, signUp, control, takeErrors }
  if (!abilities[name].watched) return { ...common, url: sandbox.url, close: sandbox.close }
  // Without `errors`, so that one violation does not hide those after it.
  const proxy = await startProxy({ upstream: sandbox.url, port: 0 })
  const close = async () => {
    await proxy.close()
    await sandbox.close()
  }
  return { ...common, url: proxy.url, close }
}

async function openOne(seed: number) {
  const errors: string[] = []
  const sandbox = await startSandbox({ port: 0, seed, onError: (error) => errors.push(String(error).replaceAll(/\s+/g, ' ')) })
  return { ...sandbox.credentials(), url: sandbox.url, close: () => sandbox.close(), takeErrors: () => errors.splice(0) }
}

async function openReplicas(seed: number, replicas: number) {
  const service = await openService({ replicas }, ['--seed', String(seed)])
  let told = 0
  const takeErrors = () => {
    const all = service.complaints()
    const since = all.slice(told)
    told = all.length
    return since === '' ? [] : [since.replaceAll(/\s+/g, ' ')]
  }
  return { ...service, close: async () => service[Symbol.asyncDispose](), takeErrors }
}
