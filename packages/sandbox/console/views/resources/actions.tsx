/** Actions of an object: one click for those without arguments, a form for the others. */
import { useState } from 'preact/hooks'
import type { ObjectDetail } from '../../../src/generated/controls.ts'
import { describeError, sendApiRequest } from '../../data/requests.ts'
import { fillPath, type Operation, type Specification } from '../../data/specification.ts'
import { useSandboxNow } from '../../data/use-sandbox-now.ts'
import { useTask } from '../../data/use-task.ts'
import { renderAge } from '../../parts/age.ts'
import { capitalize } from '../../parts/capitalize.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { Failed } from '../../parts/failed.tsx'
import { formatUrl, goTo } from '../../shell/router.ts'
import { formatCallUrl, formatChainUrl, getKind, listIds } from './chain.ts'

interface Action {
  readonly id: string
  readonly operation: Operation
  /** Value of `type` in the body. */
  readonly type?: string
  readonly title: string
  readonly needsInput: boolean
  readonly obstacle?: string | undefined
}

interface Props {
  readonly specification: Specification
  readonly chain: readonly string[]
  readonly state: string
  readonly detail: ObjectDetail | undefined
  /** Operations that change the object. */
  readonly operations: readonly (readonly [id: string, operation: Operation])[]
}

export function Actions({ specification, chain, state, detail, operations }: Props) {
  const ids = listIds(chain)
  const { lifecycle } = specification.kinds[getKind(chain)] ?? {}
  const [sent, setSent] = useState<{ readonly title: string; readonly id: string }>()
  const { run, isBusy, error } = useTask()
  const actions = operations.flatMap(([id, operation]) =>
    listActions(id, operation).map((action) => ({ ...action, obstacle: findObstacle(action, state, lifecycle, detail) })),
  )
  if (actions.length === 0) return null
  const send = ({ operation, type, title }: Action) =>
    run(async () => {
      const request = { method: operation.method, path: fillPath(operation.path, ids), key: operation.key }
      const reply = await sendApiRequest({ ...request, ...(type !== undefined && { body: { type } }) })
      if (reply.status >= 400) throw new Error(describeError(reply.status, reply.body))
      setSent({ title: `${title}: ${reply.status}`, id: reply.id })
      if (operation.effect === 'deletes') goTo(formatChainUrl(chain.slice(0, -1)))
    })
  return (
    <section>
      <h2>Actions</h2>
      <div class="actions">
        {actions.map((action) => (
          <ActionButton key={`${action.id} ${action.type}`} action={action} ids={ids} isBusy={isBusy} onSend={() => send(action)} />
        ))}
      </div>
      <Obstacles actions={actions} detail={detail} />
      <Failed error={error} />
      {sent && !error && (
        <p role="status">
          {sent.title} <a href={formatUrl(['requests', sent.id])}>Open in the request log</a>
        </p>
      )}
    </section>
  )
}

function listActions(id: string, operation: Operation): readonly Action[] {
  const { summary, needsInput = false, verbs } = operation
  if (!verbs) return [{ id, operation, title: summary, needsInput }]
  return verbs.map((verb) => ({
    id,
    operation,
    type: verb.type,
    title: capitalize(verb.type.replaceAll('_', ' ')),
    needsInput: verb.needsInput ?? false,
  }))
}

/** Actions that also work in states from which they cause no transition. */
const repeatableActions = new Set(['power_on', 'power_cycle', 'shutdown', 'restore', 'rebuild'])

const lockedObstacle = 'another action is running'

/** Reason why the state forbids an action. */
function findObstacle(
  { id, type, operation }: Action,
  state: string,
  lifecycle: Specification['kinds'][string]['lifecycle'],
  detail: ObjectDetail | undefined,
): string | undefined {
  if (detail?.locked && operation.verbs) return lockedObstacle
  const trigger = type ?? id
  const transitions = lifecycle?.transitions.filter(({ on }) => on.includes(trigger)) ?? []
  const isAllowed = transitions.length === 0 || transitions.some(({ from }) => from.includes(state))
  if (isAllowed || repeatableActions.has(trigger)) return undefined
  // A timed transition ends what the action started.
  const starts = transitions.filter(({ seconds }) => seconds === undefined)
  return `only while ${[...new Set((starts.length > 0 ? starts : transitions).flatMap(({ from }) => from))].join(' or ')}`
}

interface ActionButtonProps {
  readonly action: Action
  readonly ids: readonly string[]
  readonly isBusy: boolean
  readonly onSend: () => void
}

function ActionButton({ action: { id, operation, type, title, needsInput, obstacle }, ids, isBusy, onSend }: ActionButtonProps) {
  if (obstacle === undefined && needsInput)
    return (
      <a class="button" href={formatCallUrl(id, ids, type)}>
        {title} …
      </a>
    )
  if (obstacle === undefined && operation.method === 'DELETE')
    return <ConfirmButton label={title} message={`Sends DELETE ${fillPath(operation.path, ids)}.`} isDisabled={isBusy} onConfirm={onSend} />
  return (
    <button type="button" disabled={isBusy || obstacle !== undefined} title={obstacle && capitalize(obstacle)} onClick={onSend}>
      {title}
    </button>
  )
}

const maxTitles = 4

/** Reasons of the disabled actions. */
function Obstacles({ actions, detail }: { readonly actions: readonly Action[]; readonly detail: ObjectDetail | undefined }) {
  const now = useSandboxNow()
  const groups = Map.groupBy(
    actions.filter(({ obstacle }) => obstacle !== undefined),
    ({ obstacle }) => obstacle ?? '',
  )
  const job = detail?.jobs.find(({ name }) => name === 'actions.complete')
  const wait = job ? ` (${job.description} ${renderAge(Math.max(now, Date.parse(job.at)), now)})` : ''
  return (
    <>
      {[...groups].map(([obstacle, blockedObjects]) => (
        <small key={obstacle} class="hint">
          {blockedObjects.length > maxTitles ? `${blockedObjects.length} actions` : blockedObjects.map(({ title }) => title).join(', ')}:{' '}
          {obstacle}
          {obstacle === lockedObstacle && wait}.
        </small>
      ))}
    </>
  )
}
