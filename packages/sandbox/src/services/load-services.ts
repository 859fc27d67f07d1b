/** Loads the packages of services by name, only when they are asked for. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Service } from './service.ts'
import type { ServiceName } from './service-names.ts'

/** `npx` has the sandbox in a folder of its own, so packages are found from the working directory too. */
const defaultOrigins = () => [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json'))]

/** @param origins modules to resolve packages from @throws Error with the command that installs a missing package */
export function loadServices(services: readonly (ServiceName | Service)[], origins: readonly (string | URL)[] = defaultOrigins()) {
  return Promise.all(services.map((service) => (typeof service === 'string' ? loadService(service, origins) : service)))
}

async function loadService(name: ServiceName, origins: readonly (string | URL)[]): Promise<Service> {
  const url = resolvePackage(`@spindrift/${name}`, origins)
  if (url === undefined) throw new Error(`The service ${name} is not installed. Install it with: npm install @spindrift/${name}`)
  const { createService } = (await import(url)) as { readonly createService: () => Service }
  return createService()
}

function resolvePackage(packageName: string, origins: readonly (string | URL)[]): string | undefined {
  for (const origin of origins) {
    try {
      return pathToFileURL(createRequire(origin).resolve(packageName)).href
    } catch {
      // Not installed there.
    }
  }
  return undefined
}
