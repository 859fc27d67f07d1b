import { render } from 'preact'
import { followClock } from './data/clock.ts'
import { followFaults } from './data/faults.ts'
import { followEvents } from './data/live.ts'
import { loadSpecification } from './data/specification.ts'
import { App } from './shell/app.tsx'
import { parseTheme, setTheme } from './shell/theme.ts'

setTheme(parseTheme())
// Preload: the next view needs it. A failed load is repeated by the view.
loadSpecification().catch(() => undefined)
const root = document.getElementById('console')
if (root) render(<App />, root)
followClock()
followFaults()
void followEvents()
