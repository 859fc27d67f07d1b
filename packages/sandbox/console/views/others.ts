/** All views except the first, as one chunk. */
export { View as Accounts } from './accounts.tsx'
export { View as Clock } from './clock.tsx'
export { View as Faults } from './faults.tsx'
export { View as Inference } from './inference.tsx'
export { View as Limits } from './limits.tsx'
export { View as Billing } from './billing.tsx'
export { View as Requests } from './requests.tsx'
export { View as Snapshots } from './snapshots.tsx'
