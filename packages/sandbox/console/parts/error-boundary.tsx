import { Component, type ComponentChildren } from 'preact'

interface State {
  readonly error?: unknown
}

/** A view that fails says so, and the others go on. */
export class ErrorBoundary extends Component<{ readonly children: ComponentChildren }, State> {
  static override getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <>
        <h1>This cannot be shown</h1>
        <p class="refusal" role="alert">
          {error instanceof Error ? error.message : String(error)}
        </p>
      </>
    )
  }
}
