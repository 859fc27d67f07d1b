/**
 * As much of a Docker engine as Testcontainers asks for one container, over HTTP on a socket of its own. In place of a container it starts the sandbox's own
 * program, with the environment that the container would have, so all but the image and the engine is as it is in use.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Of the package beside it. */
const findProgram = (): string =>
  createRequire(import.meta.url)
    .resolve('@spindrift/sandbox')
    .replace(/index\.js$/, 'main.js')

interface Wanted {
  readonly Image: string
  readonly Env: readonly string[]
}

interface Containers {
  readonly program: string
  readonly byId: Map<string, Container>
}

interface Container {
  readonly program: string
  readonly wanted: Wanted
  child?: ChildProcess
  output: string
}

type Answer = readonly [status: number, body?: unknown]

export interface DockerEngine extends AsyncDisposable {
  readonly socket: string
  readonly images: string[]
}

/**
 * @param folder where its socket is made
 * @param program of the sandbox, in place of the image
 */
export async function startDockerEngine(folder: string, program = findProgram()): Promise<DockerEngine> {
  const socket = join(folder, 'docker.sock')
  const containers: Containers = { program, byId: new Map() }
  const images: string[] = []
  const server = createServer((request, response) => void answer(request, containers, images).then((reply) => send(response, reply)))
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  const close = async () => {
    await Promise.all([...containers.byId.values()].map(end))
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { socket, images, [Symbol.asyncDispose]: close }
}

function send(response: ServerResponse, [status, body]: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body === undefined ? undefined : JSON.stringify(body))
}

async function answer(request: IncomingMessage, { program, byId }: Containers, images: string[]): Promise<Answer> {
  const path = (request.url ?? '').replace(/^\/v[\d.]+/, '').replace(/\?.*/, '')
  const text = (await request.setEncoding('utf8').toArray()).join('')
  if (path === '/info')
    return [200, { ServerVersion: '28.0.0', OperatingSystem: 'Debian', OSType: 'linux', Architecture: 'x86_64', NCPU: 1, MemTotal: 1 }]
  if (path === '/containers/json') return [200, []]
  if (path === '/containers/create') {
    const id = String(byId.size + 1).padStart(64, '0')
    byId.set(id, { program, wanted: JSON.parse(text) as Wanted, output: '' })
    return [201, { Id: id, Warnings: [] }]
  }
  if (path.startsWith('/images/')) {
    images.push(decodeURIComponent(path.split('/')[2] ?? ''))
    return [200, { Id: 'sha256:0' }]
  }
  const [, , id = '', verb = ''] = path.split('/')
  const container = byId.get(id)
  if (!container) return [404, { message: `${request.method} ${path}: no such thing` }]
  return actOn(container, id, request.method === 'DELETE' ? 'delete' : verb)
}

async function actOn(container: Container, id: string, verb: string): Promise<Answer> {
  if (verb === 'start') {
    await begin(container)
    return [204]
  }
  if (verb === 'json') return [200, inspect(container, id)]
  if (verb === 'stop' || verb === 'delete') {
    await end(container)
    return [204]
  }
  return [501, { message: `${verb} is not known here` }]
}

/** On any free port, which takes the place of the mapped one. */
async function begin(container: Container): Promise<void> {
  const given = Object.fromEntries(
    container.wanted.Env.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
  )
  const child = spawn(process.execPath, [container.program, 'start', '--port', '0', '--json'], {
    env: given,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  container.child = child
  child.stdout.setEncoding('utf8').on('data', (more: string) => (container.output += more))
  while (!container.output.includes('\n') && child.exitCode === null) await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
}

async function end({ child }: Container): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

function inspect({ wanted, child, output }: Container, id: string): object {
  const isRunning = child !== undefined && child.exitCode === null
  const [, port = '0'] = /"url":"http:\/\/[^":]+:(\d+)"/.exec(output) ?? []
  return {
    Id: id,
    Name: '/sandbox',
    Created: new Date().toISOString(),
    Config: { Hostname: 'sandbox', Image: wanted.Image, Labels: {}, Env: wanted.Env },
    State: {
      Status: isRunning ? 'running' : 'exited',
      Running: isRunning,
      ExitCode: child?.exitCode ?? 0,
      StartedAt: new Date().toISOString(),
    },
    HostConfig: { PortBindings: { '4020/tcp': [{ HostPort: '0' }] } },
    NetworkSettings: { Ports: { '4020/tcp': [{ HostIp: '127.0.0.1', HostPort: port }] }, Networks: {} },
    Mounts: [],
  }
}
