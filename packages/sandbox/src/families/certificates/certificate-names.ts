import type { Kinds } from '../../generated/types.ts'

export type Certificate = Kinds['Certificate']

/** True when the certificate is valid for the host name. A wildcard matches exactly one label. */
export function coversHost({ dns_names: names }: Pick<Certificate, 'dns_names'>, host: string): boolean {
  const hostName = host.toLowerCase()
  return names.some((name) => {
    const own = name.toLowerCase()
    return own === hostName || (own.startsWith('*.') && hostName.slice(hostName.indexOf('.')) === own.slice(1))
  })
}
