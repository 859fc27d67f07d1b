/** All views but the first, which comes with the page: together, as each by itself would be parted into a dozen files of what some of them share. */
export { View as Accounts } from './accounts.tsx'
export { View as Clock } from './clock.tsx'
export { View as Faults } from './faults.tsx'
export { View as Inference } from './inference.tsx'
export { View as Limits } from './limits.tsx'
export { View as Money } from './money.tsx'
export { View as Requests } from './requests.tsx'
export { View as Snapshots } from './snapshots.tsx'
