/** Loads the packages of services by name, only when they are asked for. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Service } from './service.ts'

export const serviceNames = ['spaces', 'postgres', 'dns'] as const

export type ServiceName = (typeof serviceNames)[number]

export function isServiceName(text: unknown): text is ServiceName {
  return serviceNames.some((name) => name === text)
}

/** @throws Error with the command that installs a missing package */
export function loadServices(services: readonly (ServiceName | Service)[]): Promise<Service[]> {
  return Promise.all(services.map((service) => (typeof service === 'string' ? loadService(service) : service)))
}

async function loadService(name: ServiceName): Promise<Service> {
  const { createService } = (await import(resolvePackage(`@spindrift/${name}`, name))) as { readonly createService: () => Service }
  return createService()
}

/** Resolves a package from the sandbox, then from the working directory, because `npx` has the sandbox in a folder of its own. */
function resolvePackage(packageName: string, name: ServiceName): string {
  for (const from of [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json'))]) {
    try {
      return pathToFileURL(createRequire(from).resolve(packageName)).href
    } catch {
      // Not installed there.
    }
  }
  throw new Error(`The service ${name} is not installed. Install it with: npm install ${packageName}`)
}
