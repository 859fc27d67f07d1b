import type { AddOnAppEntry, AddOnPlanEntry } from '../../catalog/add-ons.ts'
import { unprocessable } from '../../engine/failure.ts'

/** @throws Failure 422 */
export function findPlan(app: AddOnAppEntry, slug: string): AddOnPlanEntry {
  const plan = app.plans.find((each) => each.slug === slug)
  if (!plan) throw unprocessable(`plan_slug: ${app.name} has no plan "${slug}".`)
  if (plan.state !== 'approved' || !plan.active || !plan.available) throw unprocessable(`plan_slug: "${plan.slug}" cannot be ordered.`)
  return plan
}

export const describePlan = (plan: AddOnPlanEntry) => ({
  plan_name: plan.display_name,
  plan_slug: plan.slug,
  plan_price_per_month: plan.price_per_month,
})
