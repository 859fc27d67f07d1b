/** Makes the worlds that come with the sandbox, for `pnpm build`. */
import { repoFolder } from '../load-specification.ts'
import { makeTidewater } from './make-tidewater.ts'

await makeTidewater(`${repoFolder}packages/sandbox/worlds/tidewater.db`)
