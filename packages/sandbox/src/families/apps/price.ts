/** Price and tier of an app. */
import { createKindReader } from '../../store/kind-reader.ts'
import { type AppInstanceSizeEntry, appInstanceSizes, appPrices, defaultAppInstanceSize } from '../../catalog/app-instance-sizes.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { App } from './app-state.ts'
import { type AppSpec, type SpecInput, type Component, listComponents, countInstances, runningKinds } from './components.ts'

/** Returns the default size when no slug is given. */
export function findSize(slug: string = defaultAppInstanceSize): AppInstanceSizeEntry | undefined {
  return appInstanceSizes.find((size) => size.slug === slug)
}

export function isStatic(spec: SpecInput): boolean {
  const components = listComponents(spec)
  return components.length > 0 && components.every(({ kind }) => kind === 'static_sites')
}

export function getTier(spec: AppSpec): string {
  const components = listComponents(spec, ['services', 'workers', 'jobs'])
  const tiers = new Set(components.map(({ value }) => findSize(value.instance_size_slug)?.tier_slug))
  if (tiers.has('professional')) return 'professional'
  return tiers.has('basic') ? 'basic' : 'starter'
}

const readStaticApps = createKindReader<App, string>(['App'], ({ id, spec }) => (isStatic(spec) ? [id] : []))

export function countStaticApps({ store }: AccountContext, exceptApp?: string): number {
  return readStaticApps(store).filter((id) => id !== exceptApp).length
}

/** Returns US dollars per month. Excludes jobs, which are billed by the second. */
export function calculateMonthlyCost(spec: AppSpec, otherStaticApps: number): number {
  const instances = listComponents(spec, runningKinds).reduce((sum, component) => sum + calculatePrice(component), 0)
  const areFree = isStatic(spec) && otherStaticApps < appPrices.freeStaticApps
  const sites = areFree ? 0 : (spec.static_sites ?? []).length * appPrices.staticSite
  const databases = (spec.databases ?? []).filter(({ production }) => !production).length * appPrices.developmentDatabase
  const addresses = spec.egress?.type === 'DEDICATED_IP' ? appPrices.dedicatedAddresses : 0
  return Math.round(instances + sites + databases + addresses)
}

function calculatePrice(component: Component): number {
  return Number(findSize(component.value.instance_size_slug)?.usd_per_month ?? 0) * countInstances(component)
}
