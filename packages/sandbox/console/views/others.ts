/** All views except the first, as one chunk. */
export { View as Clock } from './clock.tsx'
export { View as Faults } from './faults.tsx'
export { View as Inbox } from './inbox.tsx'
export { View as Requests } from './requests.tsx'
export { View as Resources } from './resources.tsx'
export { View as Settings } from './settings.tsx'
export { View as Snapshots } from './snapshots.tsx'
