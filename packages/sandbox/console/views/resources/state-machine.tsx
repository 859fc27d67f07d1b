import type { Lifecycle } from '../../data/specification.ts'
import { renderSpan } from '../../parts/age.ts'
import { State } from '../../parts/state.tsx'

/** States with their transitions; the current one is marked. */
export function StateMachine({ lifecycle, state }: { readonly lifecycle: Lifecycle; readonly state: string }) {
  const { initial, transitions } = lifecycle
  const states = [...new Set([initial, ...transitions.flatMap(({ from, to, or = [] }) => [...from, to, ...or])])]
  return (
    <section>
      <h2>States</h2>
      <ol class="machine">
        {states.map((each) => (
          <li key={each} aria-current={each === state ? 'step' : undefined}>
            <State text={each} />
            <ul>
              {transitions
                .filter(({ from }) => from.includes(each))
                .map(({ to, or = [], on, seconds }) => (
                  <li key={`${to} ${on.join(' ')}`}>
                    → <b>{[to, ...or].join(' or ')}</b>{' '}
                    <small>{`${on.join(', ').replaceAll('_', ' ')}${seconds === undefined ? '' : ` · ${renderSpan(seconds)}`}`}</small>
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  )
}
