/** Puts so many volumes into a new state file, through the sandbox's own store. A program of its own: `fill-volumes.ts <file> <number>`. */
import { openStore } from '../../../packages/sandbox/src/store/sqlite-store.ts'
import { volumeId } from './sandbox-million.ts'

const [file = '', number = '0'] = process.argv.slice(2)
/** In one transaction. */
const batch = 10_000

const store = openStore(file)
const [sample] = JSON.parse(`[${store.list({ kind: 'Volume' }).texts}]`) as [Readonly<Record<string, unknown>>]
for (let n = 0; n < Number(number); n += batch) {
  store.transaction(() => {
    for (let at = n; at < Math.min(n + batch, Number(number)); at += 1) {
      const id = volumeId(String(at).padStart(8, '0'))
      const name = `covers-${at}`
      store.put({ kind: 'Volume', id, unique: JSON.stringify([name, 'nyc3']), text: JSON.stringify({ ...sample, id, name }) })
    }
  })
}
store.close()
