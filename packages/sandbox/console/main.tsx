import { render } from 'preact'
import { followClock } from './data/clock.ts'
import { followEvents } from './data/live.ts'
import { loadSpecification } from './data/specification.ts'
import { App } from './shell/app.tsx'
import { parseTheme, setTheme } from './shell/theme.ts'

setTheme(parseTheme())
// Nearly every view asks for it, and would do so only once it is there itself; it asks again for what could not be had.
loadSpecification().catch(() => undefined)
const place = document.getElementById('console')
if (place) render(<App />, place)
followClock()
void followEvents()
