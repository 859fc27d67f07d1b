import { addOnApps } from '../../catalog/add-ons.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import { describePlan, findPlan } from './add-on-plans.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { assertNotCancelled, finishProvisioning } from './add-on-state.ts'

const addOn: ResourceHooks<'AddOn'> = {
  beforeUpdate: assertNotCancelled,
  operations: {
    addOns_updatePlan: ({ body }, _ctx, { state, app_slug: slug }) => {
      if (state !== 'provisioned') throw conflict(`The plan can be changed while the add-on is provisioned; it is ${state}.`)
      const app = addOnApps.find((each) => each.slug === slug)
      if (!app) throw notFound()
      return { set: describePlan(findPlan(app, body.plan_slug)) }
    },
  },
  beforeDelete: assertNotCancelled,
  onEnter: {
    provisioned: finishProvisioning,
    deprovisioning: () => ({ has_config: false }),
  },
}

export const hooks: HooksByKind = { AddOn: addOn }
