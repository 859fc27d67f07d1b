/** A state by its color and its word; which words are good and which are not is the trade's usage. */
const good =
  /^(active|available|completed|online|running|succeeded|success|healthy|verified|ready|up|provisioned|enabled|deployed|made|2\d\d)$/i
const bad = /^(error|errored|failed|down|unhealthy|expired|revoked|degraded|removed|[45]\d\d)$/i
const idle = /^(off|archive|archived|inactive|disabled|suspended|stopped|superseded|3\d\d)$/i

export function State({ text }: { readonly text: string }) {
  return <span class={`state ${tone(text)}`}>{text}</span>
}

function tone(text: string): string {
  if (good.test(text)) return 'good'
  if (bad.test(text)) return 'bad'
  return idle.test(text) ? 'idle' : 'busy'
}
