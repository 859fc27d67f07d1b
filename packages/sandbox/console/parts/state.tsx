/** State as colored text. */
const good =
  /^(active|available|completed|online|running|succeeded|success|healthy|verified|ready|up|provisioned|enabled|deployed|created|2\d\d)$/i
const bad = /^(error|errored|failed|down|unhealthy|expired|revoked|degraded|deleted|[45]\d\d)$/i
const idle = /^(off|archive|archived|inactive|disabled|suspended|stopped|superseded|3\d\d)$/i

export function State({ text }: { readonly text: string }) {
  return <span class={`state ${tone(text)}`}>{text}</span>
}

function tone(text: string): string {
  if (good.test(text)) return 'good'
  if (bad.test(text)) return 'bad'
  return idle.test(text) ? 'idle' : 'busy'
}
