/** Locks, names, attachments and counts: what only one caller can have. */
import { type Ask, pass, read } from '../http-client.ts'
import { demand, hasStatus, type Race, repeat, type Settled } from './race.ts'

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
const get = async <T>(ask: Ask, path: string): Promise<T> => read<T>(await ask({ method: 'GET', path }))

/** The droplet that the one winner named. */
function winnerOf(won: Settled['won']): unknown {
  return (won[0]?.call.body as { readonly droplet_id: number } | undefined)?.droplet_id
}

async function createDroplets(ask: Ask, names: readonly string[]): Promise<number[]> {
  const body = { names, region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' }
  const { droplets } = read<{ readonly droplets: readonly Droplet[] }>(await ask(post('/v2/droplets', body)))
  await pass(ask, 120)
  return droplets.map(({ id }) => id)
}

const dropletLock: Race = {
  name: 'droplet action lock',
  begin: async (ask) => {
    const [id] = await createDroplets(ask, ['locked'])
    const path = `/v2/droplets/${id}/actions`
    return async () => {
      const before = (await get<ActionPage>(ask, path)).meta.total
      return {
        calls: repeat((n) => post(path, n % 2 === 0 ? { type: 'reboot' } : { type: 'rename', name: `locked-${n}` })),
        winners: [1],
        wins: hasStatus(201),
        loses: hasStatus(422, pending),
        after: async () => {
          const { droplet: during } = await get<{ droplet: Droplet }>(ask, `/v2/droplets/${id}`)
          await pass(ask, 60)
          const { droplet } = await get<{ droplet: Droplet }>(ask, `/v2/droplets/${id}`)
          const { actions, meta } = await get<ActionPage>(ask, path)
          return [
            ...demand(during.locked && !droplet.locked, 'locked during the action and not after', { during, droplet }),
            ...demand(meta.total === before + 1, `${before + 1} actions`, meta.total),
            ...demand(
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

/** Each kind of name has rules of its own in the store: a column, an id, an address. */
const uniqueNames: Race = {
  name: 'unique names',
  begin: async (ask) => async (round) => {
    const name = `only-${round}`
    const kinds = [
      { path: '/v2/volumes', body: { name, region: 'nyc3', size_gigabytes: 10 }, root: 'volumes' },
      { path: '/v2/domains', body: { name: `${name}.example` }, root: 'domains' },
      { path: '/v2/projects', body: { name, purpose: 'Web Application' }, root: 'projects' },
    ] as const
    const { path, body, root } = kinds[round % kinds.length] ?? kinds[0]
    const count = async () => (await get<{ meta: { total: number } }>(ask, `${path}?per_page=1`)).meta.total
    const before = await count()
    return {
      calls: repeat(() => post(path, body)),
      winners: [1],
      wins: hasStatus(201),
      loses: (answer) => answer.status === 409 || answer.status === 422,
      after: async ({ won }) => {
        const total = await count()
        const made = Object.values(JSON.parse(won[0]?.answer.text ?? '{}') as Record<string, { id?: string; name: string }>)[0]
        const removed = await ask({ method: 'DELETE', path: `${path}/${made?.id ?? made?.name}` })
        return [...demand(total === before + 1, `one more in ${root}`, total - before), ...demand(removed.status === 204, '204', removed)]
      },
    }
  },
}

const volumeAttach: Race = {
  name: 'volume attach',
  begin: async (ask) => {
    const droplets = await createDroplets(ask, ['shelf-1', 'shelf-2', 'shelf-3', 'shelf-4'])
    const made = read<{ volume: Volume }>(await ask(post('/v2/volumes', { name: 'raced', region: 'nyc3', size_gigabytes: 10 })))
    const { id } = made.volume
    const path = `/v2/volumes/${id}/actions`
    return async () => ({
      calls: repeat((n) => post(path, { type: 'attach', droplet_id: droplets[n % droplets.length], region: 'nyc3' })),
      winners: [1],
      wins: hasStatus(202),
      loses: hasStatus(422, pending),
      after: async ({ won }) => {
        const winner = winnerOf(won)
        await pass(ask, 60)
        const { volume } = await get<{ volume: Volume }>(ask, `/v2/volumes/${id}`)
        const page = await get<{ droplets: readonly Droplet[] }>(ask, '/v2/droplets?per_page=200')
        const holders = page.droplets.filter(({ volume_ids: held }) => held.includes(id))
        read(await ask(post(path, { type: 'detach', droplet_id: winner, region: 'nyc3' })))
        await pass(ask, 60)
        return [
          ...demand(JSON.stringify(volume.droplet_ids) === `[${winner}]`, `the volume at droplet ${winner}`, volume.droplet_ids),
          ...demand(holders.length === 1 && holders[0]?.id === winner, `droplet ${winner} alone with the volume`, holders),
          ...demand(
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
  begin: async (ask) => {
    // The droplets of the race before may stay; the account has room for 25.
    const droplets = await createDroplets(ask, ['door-1', 'door-2', 'door-3', 'door-4'])
    const { reserved_ip: made } = read<{ reserved_ip: { ip: string } }>(await ask(post('/v2/reserved_ips', { region: 'nyc3' })))
    const path = `/v2/reserved_ips/${made.ip}/actions`
    return async () => ({
      calls: repeat((n) => post(path, { type: 'assign', droplet_id: droplets[n % droplets.length] })),
      winners: [1],
      wins: hasStatus(201),
      // The droplet that has it from the round before is refused it, whoever asks first.
      loses: (answer) => hasStatus(422, pending)(answer) || hasStatus(422, 'already assigned')(answer),
      after: async ({ won }) => {
        const winner = winnerOf(won)
        await pass(ask, 60)
        const { reserved_ip: address } = await get<{ reserved_ip: { droplet: Droplet | null } }>(ask, `/v2/reserved_ips/${made.ip}`)
        return demand(address.droplet?.id === winner, `the address at droplet ${winner}`, address.droplet?.id)
      },
    })
  },
}

const projectAssign: Race = {
  name: 'project assign',
  begin: async (ask) => {
    const made = read<{ volume: Volume }>(await ask(post('/v2/volumes', { name: 'assigned', region: 'nyc3', size_gigabytes: 10 })))
    const urn = `do:volume:${made.volume.id}`
    const projects: string[] = []
    for (const name of ['Harbour', 'Lighthouse', 'Pier']) {
      const { project } = read<{ project: { id: string } }>(await ask(post('/v2/projects', { name, purpose: 'Web Application' })))
      projects.push(project.id)
    }
    return async (round) => {
      const target = projects[round % projects.length]
      return {
        calls: repeat(() => post(`/v2/projects/${target}/resources`, { resources: [urn] })),
        winners: [1],
        wins: hasStatus(200, '"assigned"'),
        loses: hasStatus(200, '"already_assigned"'),
        after: async () => {
          const faults: string[] = []
          for (const project of ['default', ...projects]) {
            const { resources } = await get<{ resources: readonly { urn: string }[] }>(
              ask,
              `/v2/projects/${project}/resources?per_page=200`,
            )
            const times = resources.filter((each) => each.urn === urn).length
            const wanted = project === target ? 1 : 0
            faults.push(...demand(times === wanted, `${urn} ${wanted} times in project ${project}`, times))
          }
          return faults
        },
      }
    }
  },
}

const lastRegistry: Race = {
  name: 'last registry',
  begin: async (ask) => {
    for (let n = 1; n <= 9; n += 1)
      read(await ask(post('/v2/registries', { name: `crate-${n}`, subscription_tier_slug: 'professional', region: 'nyc3' })))
    return async (round) => ({
      calls: repeat((n) => post('/v2/registries', { name: `last-${round}-${n}`, region: 'nyc3' })),
      winners: [1],
      wins: hasStatus(201),
      loses: hasStatus(412, '10 registries'),
      after: async ({ won }) => {
        const { name } = (won[0]?.call.body ?? {}) as { readonly name: string }
        const { registries } = await get<{ registries: readonly { name: string }[] }>(ask, '/v2/registries?per_page=200')
        const removed = await ask({ method: 'DELETE', path: `/v2/registries/${name}` })
        return [
          ...demand(registries.length === 10 && registries.some((each) => each.name === name), `ten registries with ${name}`, registries),
          ...demand(removed.status === 204, '204', removed),
        ]
      },
    })
  },
}

/** Who writes says which version was read: only one can have read the last. */
const secretVersion: Race = {
  name: 'secret version',
  begin: async (ask) => {
    const path = '/v2/security/secrets/raced'
    const { version: first } = read<{ version: number }>(
      await ask(post('/v2/security/secrets', { name: 'raced', region: 'nyc3', values: { WRITER: 'nobody' } })),
    )
    return async (round) => ({
      calls: repeat((n) => ({
        method: 'PUT',
        path,
        body: { region: 'nyc3', version: first + round - 1, values: { WRITER: `${round}-${n}` } },
      })),
      winners: [1],
      wins: hasStatus(200),
      loses: hasStatus(409, 'Read it again'),
      after: async ({ won }) => {
        const { values } = (won[0]?.call.body ?? {}) as { readonly values: object }
        const now = await get<{ version: number; values: object }>(ask, `${path}?region=nyc3`)
        return [
          ...demand(now.version === first + round, `version ${first + round}`, now.version),
          ...demand(JSON.stringify(now.values) === JSON.stringify(values), 'the values of the one who won', now.values),
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
