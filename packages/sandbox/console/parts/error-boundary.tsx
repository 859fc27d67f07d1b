import { Component, type ComponentChildren } from 'preact'

interface State {
  readonly error?: unknown
}

/** Shows the error of a view, so that the other views still work. */
export class ErrorBoundary extends Component<{ readonly children: ComponentChildren }, State> {
  static override getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <>
        <h1>Something went wrong</h1>
        <p class="error" role="alert">
          {error instanceof Error ? error.message : String(error)}
        </p>
      </>
    )
  }
}
