/** Races for locks, names, attachments and quotas. */
import { type SendRequest, advanceClock, parseBody } from '../http-client.ts'
import { checkThat, hasStatus, type Race, createCalls, type RaceResult } from './race.ts'

interface Droplet {
  readonly id: number
  readonly locked: boolean
  readonly volume_ids: readonly string[]
}
interface Volume {
  readonly id: string
  readonly droplet_ids: readonly number[]
}
interface ActionPage {
  readonly actions: readonly { readonly id: number; readonly status: string; readonly type: string }[]
  readonly meta: { readonly total: number }
}

const pending = 'already has a pending event'
const post = (path: string, body: unknown) => ({ method: 'POST', path, body })
const get = async <T>(send: SendRequest, path: string): Promise<T> => parseBody<T>(await send({ method: 'GET', path }))

/** Returns the droplet in the request of the winner. */
function getWinningDroplet(winners: RaceResult['winners']): unknown {
  return (winners[0]?.call.body as { readonly droplet_id: number } | undefined)?.droplet_id
}

async function createDroplets(send: SendRequest, names: readonly string[]): Promise<number[]> {
  const body = { names, region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' }
  const { droplets } = parseBody<{ readonly droplets: readonly Droplet[] }>(await send(post('/v2/droplets', body)))
  await advanceClock(send, 120)
  return droplets.map(({ id }) => id)
}

const dropletLock: Race = {
  name: 'droplet action lock',
  prepare: async (send) => {
    const [id] = await createDroplets(send, ['locked'])
    const path = `/v2/droplets/${id}/actions`
    return async () => {
      const before = (await get<ActionPage>(send, path)).meta.total
      return {
        calls: createCalls((n) => post(path, n % 2 === 0 ? { type: 'reboot' } : { type: 'rename', name: `locked-${n}` })),
        allowedWinners: [1],
        isWin: hasStatus(201),
        isLoss: hasStatus(422, pending),
        verify: async () => {
          const { droplet: during } = await get<{ droplet: Droplet }>(send, `/v2/droplets/${id}`)
          await advanceClock(send, 60)
          const { droplet } = await get<{ droplet: Droplet }>(send, `/v2/droplets/${id}`)
          const { actions, meta } = await get<ActionPage>(send, path)
          return [
            ...checkThat(during.locked && !droplet.locked, 'locked during the action and not after', { during, droplet }),
            ...checkThat(meta.total === before + 1, `${before + 1} actions`, meta.total),
            ...checkThat(
              actions.every(({ status }) => status === 'completed'),
              'every action completed',
              actions[0],
            ),
          ]
        },
      }
    }
  },
}

/** The store enforces names in three ways: a column, an id and an address. */
const uniqueNames: Race = {
  name: 'unique names',
  prepare: async (send) => async (round) => {
    const name = `only-${round}`
    const kinds = [
      { path: '/v2/volumes', body: { name, region: 'nyc3', size_gigabytes: 10 }, root: 'volumes' },
      { path: '/v2/domains', body: { name: `${name}.example` }, root: 'domains' },
      { path: '/v2/projects', body: { name, purpose: 'Web Application' }, root: 'projects' },
    ] as const
    const { path, body, root } = kinds[round % kinds.length] ?? kinds[0]
    const count = async () => (await get<{ meta: { total: number } }>(send, `${path}?per_page=1`)).meta.total
    const before = await count()
    return {
      calls: createCalls(() => post(path, body)),
      allowedWinners: [1],
      isWin: hasStatus(201),
      isLoss: (response) => response.status === 409 || response.status === 422,
      verify: async ({ winners }) => {
        const total = await count()
        const created = Object.values(JSON.parse(winners[0]?.response.text ?? '{}') as Record<string, { id?: string; name: string }>)[0]
        const removed = await send({ method: 'DELETE', path: `${path}/${created?.id ?? created?.name}` })
        return [
          ...checkThat(total === before + 1, `one more in ${root}`, total - before),
          ...checkThat(removed.status === 204, '204', removed),
        ]
      },
    }
  },
}

const volumeAttach: Race = {
  name: 'volume attach',
  prepare: async (send) => {
    const droplets = await createDroplets(send, ['shelf-1', 'shelf-2', 'shelf-3', 'shelf-4'])
    const created = parseBody<{ volume: Volume }>(await send(post('/v2/volumes', { name: 'raced', region: 'nyc3', size_gigabytes: 10 })))
    const { id } = created.volume
    const path = `/v2/volumes/${id}/actions`
    return async () => ({
      calls: createCalls((n) => post(path, { type: 'attach', droplet_id: droplets[n % droplets.length], region: 'nyc3' })),
      allowedWinners: [1],
      isWin: hasStatus(202),
      isLoss: hasStatus(422, pending),
      verify: async ({ winners }) => {
        const winner = getWinningDroplet(winners)
        await advanceClock(send, 60)
        const { volume } = await get<{ volume: Volume }>(send, `/v2/volumes/${id}`)
        const page = await get<{ droplets: readonly Droplet[] }>(send, '/v2/droplets?per_page=200')
        const holders = page.droplets.filter(({ volume_ids: held }) => held.includes(id))
        parseBody(await send(post(path, { type: 'detach', droplet_id: winner, region: 'nyc3' })))
        await advanceClock(send, 60)
        return [
          ...checkThat(JSON.stringify(volume.droplet_ids) === `[${winner}]`, `the volume at droplet ${winner}`, volume.droplet_ids),
          ...checkThat(holders.length === 1 && holders[0]?.id === winner, `droplet ${winner} alone with the volume`, holders),
          ...checkThat(
            page.droplets.every(({ locked }) => !locked),
            'no droplet locked',
            page.droplets.find(({ locked }) => locked),
          ),
        ]
      },
    })
  },
}

const reservedIpAssign: Race = {
  name: 'reserved IP assign',
  prepare: async (send) => {
    // Droplets of the previous race may stay: the quota is 25.
    const droplets = await createDroplets(send, ['door-1', 'door-2', 'door-3', 'door-4'])
    const { reserved_ip: created } = parseBody<{ reserved_ip: { ip: string } }>(await send(post('/v2/reserved_ips', { region: 'nyc3' })))
    const path = `/v2/reserved_ips/${created.ip}/actions`
    return async () => ({
      calls: createCalls((n) => post(path, { type: 'assign', droplet_id: droplets[n % droplets.length] })),
      allowedWinners: [1],
      isWin: hasStatus(201),
      // The droplet that already has the address is always refused.
      isLoss: (response) => hasStatus(422, pending)(response) || hasStatus(422, 'already assigned')(response),
      verify: async ({ winners }) => {
        const winner = getWinningDroplet(winners)
        await advanceClock(send, 60)
        const { reserved_ip: address } = await get<{ reserved_ip: { droplet: Droplet | null } }>(send, `/v2/reserved_ips/${created.ip}`)
        return checkThat(address.droplet?.id === winner, `the address at droplet ${winner}`, address.droplet?.id)
      },
    })
  },
}

const projectAssign: Race = {
  name: 'project assign',
  prepare: async (send) => {
    const created = parseBody<{ volume: Volume }>(await send(post('/v2/volumes', { name: 'assigned', region: 'nyc3', size_gigabytes: 10 })))
    const urn = `do:volume:${created.volume.id}`
    const projects: string[] = []
    for (const name of ['Harbour', 'Lighthouse', 'Pier']) {
      const { project } = parseBody<{ project: { id: string } }>(await send(post('/v2/projects', { name, purpose: 'Web Application' })))
      projects.push(project.id)
    }
    return async (round) => {
      const target = projects[round % projects.length]
      return {
        calls: createCalls(() => post(`/v2/projects/${target}/resources`, { resources: [urn] })),
        allowedWinners: [1],
        isWin: hasStatus(200, '"assigned"'),
        isLoss: hasStatus(200, '"already_assigned"'),
        verify: async () => {
          const faults: string[] = []
          for (const project of ['default', ...projects]) {
            const { resources } = await get<{ resources: readonly { urn: string }[] }>(
              send,
              `/v2/projects/${project}/resources?per_page=200`,
            )
            const times = resources.filter((each) => each.urn === urn).length
            const expected = project === target ? 1 : 0
            faults.push(...checkThat(times === expected, `${urn} ${expected} times in project ${project}`, times))
          }
          return faults
        },
      }
    }
  },
}

const lastRegistry: Race = {
  name: 'last registry',
  prepare: async (send) => {
    for (let n = 1; n <= 9; n += 1)
      parseBody(await send(post('/v2/registries', { name: `crate-${n}`, subscription_tier_slug: 'professional', region: 'nyc3' })))
    return async (round) => ({
      calls: createCalls((n) => post('/v2/registries', { name: `last-${round}-${n}`, region: 'nyc3' })),
      allowedWinners: [1],
      isWin: hasStatus(201),
      isLoss: hasStatus(412, '10 registries'),
      verify: async ({ winners }) => {
        const { name } = (winners[0]?.call.body ?? {}) as { readonly name: string }
        const { registries } = await get<{ registries: readonly { name: string }[] }>(send, '/v2/registries?per_page=200')
        const removed = await send({ method: 'DELETE', path: `/v2/registries/${name}` })
        return [
          ...checkThat(
            registries.length === 10 && registries.some((each) => each.name === name),
            `ten registries with ${name}`,
            registries,
          ),
          ...checkThat(removed.status === 204, '204', removed),
        ]
      },
    })
  },
}

/** A write names the version it read: only one caller can have read the last. */
const secretVersion: Race = {
  name: 'secret version',
  prepare: async (send) => {
    const path = '/v2/security/secrets/raced'
    const { version: first } = parseBody<{ version: number }>(
      await send(post('/v2/security/secrets', { name: 'raced', region: 'nyc3', values: { WRITER: 'nobody' } })),
    )
    return async (round) => ({
      calls: createCalls((n) => ({
        method: 'PUT',
        path,
        body: { region: 'nyc3', version: first + round - 1, values: { WRITER: `${round}-${n}` } },
      })),
      allowedWinners: [1],
      isWin: hasStatus(200),
      isLoss: hasStatus(409, 'Read it again'),
      verify: async ({ winners }) => {
        const { values } = (winners[0]?.call.body ?? {}) as { readonly values: object }
        const now = await get<{ version: number; values: object }>(send, `${path}?region=nyc3`)
        return [
          ...checkThat(now.version === first + round, `version ${first + round}`, now.version),
          ...checkThat(JSON.stringify(now.values) === JSON.stringify(values), 'the values of the one who won', now.values),
        ]
      },
    })
  },
}

export const resourceRaces: readonly Race[] = [
  dropletLock,
  uniqueNames,
  volumeAttach,
  reservedIpAssign,
  projectAssign,
  lastRegistry,
  secretVersion,
]
