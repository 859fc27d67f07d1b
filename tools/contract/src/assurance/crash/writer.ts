/** A client that writes only its own objects, so that their state is always known. */
import type { Random } from '../create-random.ts'
import { type HttpResponse, type SendRequest, type HttpRequest, parseBody } from '../http-client.ts'
import type { WriteLedger, ResourceWrite } from './write-ledger.ts'

/** Ids of named objects, by ledger key. */
export type ResourceIds = Map<string, string | number>

export interface PlannedWrite extends ResourceWrite {
  readonly call: HttpRequest
  /** The object may be locked by another action. */
  readonly mayConflict?: true
}

/** Objects that are created before the first round. */
export interface Writer {
  readonly name: string
  readonly domain: string
  readonly droplet: number
  readonly volume: string
  readonly projects: readonly [string, string]
}

const droplet = { region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' }
const post = (path: string, body: unknown): HttpRequest => ({ method: 'POST', path, body })

export async function createWriter(send: SendRequest, name: string, ledger: WriteLedger, ids: ResourceIds): Promise<Writer> {
  const createResource = async <T>(path: string, body: unknown) => parseBody<T>(await send(post(path, body)))
  const domain = `${name}.example`
  await createResource('/v2/domains', { name: domain })
  const created = await createResource<{ droplet: { id: number }; links: { actions: readonly [{ id: number }] } }>('/v2/droplets', {
    ...droplet,
    name: `${name}-home`,
  })
  const { volume } = await createResource<{ volume: { id: string } }>('/v2/volumes', {
    name: `${name}-shelf`,
    region: 'nyc3',
    size_gigabytes: 10,
  })
  const projects: string[] = []
  for (const place of ['harbour', 'pier']) {
    const { project } = await createResource<{ project: { id: string } }>('/v2/projects', {
      name: `${name}-${place}`,
      purpose: 'Web Application',
    })
    projects.push(project.id)
  }
  ids.set(`droplet ${name}-home`, created.droplet.id)
  ids.set(`volume ${name}-shelf`, volume.id)
  ledger.recordSuccess({ key: `droplet ${name}-home`, value: 'there' }, created.links.actions[0].id)
  ledger.recordSuccess({ key: `volume ${name}-shelf`, value: 'there' })
  ledger.recordSuccess({ key: `actions of ${name}-home`, value: '1' })
  return { name, domain, droplet: created.droplet.id, volume: volume.id, projects: [projects[0] ?? '', projects[1] ?? ''] }
}

export function generateWrite(writer: Writer, ledger: WriteLedger, ids: ResourceIds, random: Random): PlannedWrite {
  const { name } = writer
  /** Creates the object, or deletes it if it exists. */
  const toggle = (kind: string, own: string, createRequest: HttpRequest, getDeletePath: (id: string | number) => string): PlannedWrite => {
    const key = `${kind} ${own}`
    return ledger.getValue(key) === ''
      ? { key, value: 'there', call: createRequest }
      : { key, value: '', call: { method: 'DELETE', path: getDeletePath(ids.get(key) ?? own) } }
  }
  const choice = random.integer(1, 20)
  if (choice <= 5) {
    const own = `${name}-t${random.integer(1, 40)}`
    return toggle('tag', own, post('/v2/tags', { name: own }), (id) => `/v2/tags/${id}`)
  }
  if (choice <= 9) {
    const own = `${name}-v${random.integer(1, 20)}`
    return toggle('volume', own, post('/v2/volumes', { name: own, region: 'nyc3', size_gigabytes: 10 }), (id) => `/v2/volumes/${id}`)
  }
  if (choice <= 14) return generateRecord(writer, ledger, ids, random)
  if (choice <= 16) {
    const own = `${name}-d${random.integer(1, 2)}`
    return toggle('droplet', own, post('/v2/droplets', { ...droplet, name: own }), (id) => `/v2/droplets/${id}`)
  }
  if (choice <= 18) return generateAction(writer, ledger, random)
  const project = random.pick(writer.projects)
  const resources = [`do:volume:${writer.volume}`]
  return { key: `project of ${name}-shelf`, value: project, call: post(`/v2/projects/${project}/resources`, { resources }) }
}

function generateRecord({ name, domain }: Writer, ledger: WriteLedger, ids: ResourceIds, random: Random): PlannedWrite {
  const own = `r${random.integer(1, 20)}`
  const key = `record ${name} ${own}`
  const ttl = random.integer(30, 9999)
  const path = `/v2/domains/${domain}/records`
  if (ledger.getValue(key) === '') return { key, value: String(ttl), call: post(path, { type: 'A', name: own, data: '203.0.113.7', ttl }) }
  const one = `${path}/${ids.get(key)}`
  return random.next() < 0.5
    ? { key, value: '', call: { method: 'DELETE', path: one } }
    : { key, value: String(ttl), call: { method: 'PUT', path: one, body: { type: 'A', ttl } } }
}

function generateAction({ name, volume, droplet: id }: Writer, ledger: WriteLedger, random: Random): PlannedWrite {
  if (random.next() < 0.5) {
    const key = `actions of ${name}-home`
    return {
      key,
      value: String(Number(ledger.getValue(key)) + 1),
      mayConflict: true,
      call: post(`/v2/droplets/${id}/actions`, { type: 'reboot' }),
    }
  }
  const key = `holder of ${name}-shelf`
  const isAttach = ledger.getValue(key) === ''
  const body = { type: isAttach ? 'attach' : 'detach', droplet_id: id, region: 'nyc3' }
  return { key, value: isAttach ? `${name}-home` : '', mayConflict: true, call: post(`/v2/volumes/${volume}/actions`, body) }
}

/** Stores the id of a new object. @returns the id of its action */
export function recordIds({ key }: PlannedWrite, { text }: HttpResponse, ids: ResourceIds): number | undefined {
  if (text === '') return undefined
  const body = JSON.parse(text) as Readonly<Record<string, { readonly id?: string | number } | undefined>> & {
    readonly links?: { readonly actions?: readonly { readonly id: number }[] }
  }
  const id = body['droplet']?.id ?? body['volume']?.id ?? body['domain_record']?.id
  if (id !== undefined) ids.set(key, id)
  return (body['action']?.id as number | undefined) ?? body.links?.actions?.[0]?.id
}
