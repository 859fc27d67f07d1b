/** A sandbox in this process to make a world in, with what the examples know of it: an application, another account, files that were uploaded. */
import { createSandbox, type Sandbox } from '@spindrift/sandbox'
import { createResourceFace } from '../mock/faces.ts'
import { requestCode, sendByFetch } from '@spindrift/testing/sign-in'
import type { WorldServer } from './world-builder.ts'

const origin = 'http://127.0.0.1:4020'
/** When the story of the examples begins, and with it what every account has: in their month, so that months end when the clock is moved. */
const began = '2026-03-02T09:00:00Z'

const application = { name: 'Tidewater Stock', redirect_uri: 'https://tidewater.example/oauth/callback' }
/** Of the examples' `code_verifier`. */
const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }
const questions = 'query,expected_response\nHow long may I take to return a book?,30 days\nWhen do you open?,At nine\n'
const scenario = {
  name: 'Lost code',
  description: 'Use a gift card whose code got lost',
  stopping_criteria: ['The assistant asks for the order'],
}

/** The uploads of the examples: where an address is asked for, what the example calls the file, and what is in it. */
const uploads = [
  { path: '/v2/gen-ai/evaluation_datasets/file_upload_presigned_urls', key: 'uploads/71c4/help-questions.csv', text: questions },
  { path: '/v2/gen-ai/model_evaluation/datasets/file_upload_presigned_urls', key: 'uploads/82d5/blurb-prompts.csv', text: questions },
  { path: '/v2/gen-ai/scenario_sets/file_upload_presigned_urls', key: 'uploads/93e6/gift-cards.jsonl', text: JSON.stringify(scenario) },
] as const

/** What one account's programs hold. */
export interface Keys {
  readonly full: string
  readonly read: string
  readonly inference: string
}

export interface PreparedSandbox {
  readonly server: WorldServer
  /** What the examples call that which was there before → what it is called here. */
  readonly known: ReadonlyMap<string, string>
  /** Of the other account. */
  readonly guest: Keys
}

export interface OpenedSandbox extends PreparedSandbox {
  /** What went wrong inside, which no reply may tell. */
  readonly errors: readonly unknown[]
  readonly close: () => void
}

/** What is needed of a sandbox to be asked, wherever it runs. */
export type Reached = Pick<Sandbox, 'fetch' | 'credentials'>

/** What comes between the sandbox and its caller: the answer, and what was asked for. */
export type Change = (response: Response, asked: Asked) => Response | Promise<Response>

export interface Asked {
  readonly url: string
  readonly method: string
  readonly init: RequestInit
}

interface Guest {
  readonly user: { readonly uuid: string }
  readonly tokens: Omit<Keys, 'inference'>
  readonly inference_key: string
}

/** @param seed from which all ids follow */
export async function openSandbox(seed: number, change: Change = (response) => response): Promise<OpenedSandbox> {
  const errors: unknown[] = []
  const sandbox = createSandbox({ seed, rateLimits: 'off', onError: (error) => errors.push(error) })
  return { ...(await prepareSandbox(sandbox, change)), errors, close: sandbox.close }
}

/** Makes what no operation of the platform makes. */
export async function prepareSandbox(sandbox: Reached, change: Change = (response) => response): Promise<PreparedSandbox> {
  const { tokens, inference_key: inferenceToken } = sandbox.credentials()
  const post = postTo(sandbox)
  await post('/_sandbox/clock', { now: began, frozen: true })
  const client = await post<Client>('/_sandbox/applications', application)
  const guest = await post<Guest>('/_sandbox/users', {
    email: 'studio@harbour-press.example',
    password: 'example-password-2',
    name: 'Harbour Press',
  })
  return {
    server: {
      face: createResourceFace({
        baseUrl: origin,
        token: tokens.full,
        inferenceToken,
        fetch: async (url, init) => change(await sandbox.fetch(url, init), { url, method: init.method ?? 'GET', init }),
      }),
      save: async (name) => void (await post('/_sandbox/snapshots', { name })),
      restore: async (name) => void (await post('/_sandbox/snapshots/restore', { name })),
      advance: async (seconds) => void (await post('/_sandbox/clock', { advance_seconds: seconds })),
      guest: guest.tokens.full,
      pastApi: listPastApi(sandbox, post, client),
    },
    known: new Map([
      ['c5a3f1d200000000000000000000000000000000000000000000000000000001', client.client_id],
      ['0f3a9b6c00000000000000000000000000000000000000000000000000000003', client.client_secret],
      ['6d2f7c1e-83b4-4f0a-9c57-1e0b9a4d7f26', guest.user.uuid],
    ]),
    guest: { ...guest.tokens, inference: guest.inference_key },
  }
}

type Post = <Body = unknown>(path: string, body: object) => Promise<Body>

interface Client {
  readonly client_id: string
  readonly client_secret: string
}

function postTo(sandbox: Reached): Post {
  const headers = { authorization: `Bearer ${sandbox.credentials().tokens.full}`, 'content-type': 'application/json' }
  return async <Body>(path: string, body: object) => {
    const response = await sandbox.fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Body
  }
}

/** What happens past the API, as the examples name it. */
function listPastApi(sandbox: Reached, post: Post, client: Client): WorldServer['pastApi'] {
  const setClock = async (now: string) => {
    await post('/_sandbox/clock', { now })
    return new Map<string, string>()
  }
  return {
    'sign-in': () => allow(sandbox, client),
    'sign-in-with-challenge': () => allow(sandbox, client, challenge),
    upload: () => uploadFiles(sandbox, post),
    // Nothing else brings images into a registry.
    push: async () => {
      const digest = 'sha256:27b6dc457601c154927d7f1adcca54e3add56006a1dd1efa3fd132435ea45d4a'
      await post('/_sandbox/images', { registry: 'tidewater', repository: 'storefront-web', tags: ['2026.03.01', 'latest'], digest })
      return new Map()
    },
    // While the newsletter of the examples, of 6 o'clock in New York, is being sent.
    'monday-morning': () => setClock('2026-03-09T10:00:20Z'),
    'monday-in-april': () => setClock('2026-04-13T10:00:20Z'),
  }
}

async function allow({ credentials, fetch: send }: Reached, client: Client, parameters = {}): Promise<ReadonlyMap<string, string>> {
  const oauth = { ...client, ...application }
  const request = { oauth, user: credentials().user, scope: 'read write', parameters }
  const code = await requestCode(origin, request, sendByFetch(origin, send as typeof fetch))
  return new Map([['0b7c4f5e00000000000000000000000000000000000000000000000000000002', code]])
}

async function uploadFiles(sandbox: Reached, post: Post): Promise<ReadonlyMap<string, string>> {
  const keys = uploads.map(async ({ path, key, text }) => {
    const files = [{ file_name: key.slice(key.lastIndexOf('/') + 1), file_size: String(text.length) }]
    const made = await post<{ readonly uploads: readonly [{ readonly presigned_url: string; readonly object_key: string }] }>(path, {
      files,
    })
    const [{ presigned_url: url, object_key: stored }] = made.uploads
    await sandbox.fetch(url, { method: 'PUT', headers: { 'content-type': 'application/octet-stream' }, body: text })
    return [key, stored] as const
  })
  return new Map(await Promise.all(keys))
}
