import { randomUUID } from 'node:crypto'
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers'
import { type Settings, formatVariables } from './settings.ts'
import { type Info, StartedSpindriftContainer } from './started-spindrift-container.ts'

const port = 4020

/** The sandbox in a container. `start` ends when it is ready; every further setting is one of Testcontainers' own. */
export class SpindriftContainer extends GenericContainer {
  readonly #controlToken = randomUUID()
  #settings: Settings = {}

  /** @param image made of `packages/sandbox/Dockerfile` */
  constructor(image: string) {
    super(image)
    this.withExposedPorts(port)
      .withWaitStrategy(Wait.forHttp('/_sandbox/ready', port, { abortOnContainerExit: true }))
      .withStartupTimeout(120_000)
  }

  /** What is there on the first day: `tidewater`, the bookshop of the examples, or `empty`. */
  withWorld(world: string): this {
    return this.withEnvironment({ SPINDRIFT_SANDBOX_WORLD: world })
  }

  /** What was set before and is not named stays. */
  withSettings(settings: Settings): this {
    this.#settings = { ...this.#settings, ...settings }
    return this
  }

  protected override async beforeContainerCreated(): Promise<void> {
    // It answers under no name that was not stated: there are those of its networks, and that of a container engine on another host.
    const { host } = (await getContainerRuntimeClient()).info.containerRuntime
    const allowedHosts = [...(this.#settings.allowedHosts ?? []), ...this.networkAliases, host]
    this.withEnvironment({
      SPINDRIFT_CONTROL_TOKEN: this.#controlToken,
      ...formatVariables({ ...this.#settings, allowedHosts }),
    })
  }

  /** @throws Error when it is not ready in time, with what it printed */
  override async start(): Promise<StartedSpindriftContainer> {
    const container = await super.start()
    const baseUrl = `http://${container.getHost()}:${container.getMappedPort(port)}`
    const response = await fetch(`${baseUrl}/_sandbox/info`, { headers: { authorization: `Bearer ${this.#controlToken}` } })
    if (!response.ok) throw new Error(`${baseUrl}/_sandbox/info answered ${response.status}: ${await response.text()}`)
    return new StartedSpindriftContainer(container, baseUrl, this.#controlToken, (await response.json()) as Info)
  }
}
