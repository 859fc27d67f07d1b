/** Names of the services that packages of their own contain. */
export const serviceNames = ['spaces', 'postgres', 'dns', 'notifications'] as const

export type ServiceName = (typeof serviceNames)[number]

export function isServiceName(text: unknown): text is ServiceName {
  return serviceNames.some((name) => name === text)
}
