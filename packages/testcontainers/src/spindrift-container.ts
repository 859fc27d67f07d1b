import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers'
import { type Settings, formatVariables } from './settings.ts'
import { type Info, StartedSpindriftContainer } from './started-spindrift-container.ts'

const port = 4020

const { version } = createRequire(import.meta.url)('../package.json') as { readonly version: string }

/** The sandbox in a container. `start` resolves when it is ready. Inherits all settings of Testcontainers. */
export class SpindriftContainer extends GenericContainer {
  readonly #controlToken = randomUUID()
  #settings: Settings = {}

  /** @param image the published image of the same version by default */
  constructor(image: string = `ghcr.io/spindrift-cloud/spindrift/sandbox:${version}`) {
    super(image)
    this.withExposedPorts(port)
      .withWaitStrategy(Wait.forHttp('/_sandbox/ready', port, { abortOnContainerExit: true }))
      .withStartupTimeout(120_000)
  }

  /** Sets the seed data: `tidewater`, the data of the examples, or `empty`. */
  withWorld(world: string): this {
    return this.withEnvironment({ SPINDRIFT_SANDBOX_WORLD: world })
  }

  /** Merges settings into the earlier ones. */
  withSettings(settings: Settings): this {
    this.#settings = { ...this.#settings, ...settings }
    return this
  }

  protected override async beforeContainerCreated(): Promise<void> {
    // The sandbox rejects unknown host names: allows the network aliases and the host of a remote container engine.
    const { host } = (await getContainerRuntimeClient()).info.containerRuntime
    const allowedHosts = [...(this.#settings.allowedHosts ?? []), ...this.networkAliases, host]
    this.withEnvironment({
      SPINDRIFT_CONTROL_TOKEN: this.#controlToken,
      ...formatVariables({ ...this.#settings, allowedHosts }),
    })
  }

  /** @throws Error with the output of the sandbox if it is not ready in time */
  override async start(): Promise<StartedSpindriftContainer> {
    const container = await super.start()
    const baseUrl = `http://${container.getHost()}:${container.getMappedPort(port)}`
    const response = await fetch(`${baseUrl}/_sandbox/info`, { headers: { authorization: `Bearer ${this.#controlToken}` } })
    if (!response.ok) throw new Error(`${baseUrl}/_sandbox/info replied ${response.status}: ${await response.text()}`)
    return new StartedSpindriftContainer(container, baseUrl, this.#controlToken, (await response.json()) as Info)
  }
}
