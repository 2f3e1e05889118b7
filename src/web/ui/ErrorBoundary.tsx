import { Component, type ReactNode } from 'react'

type BoundaryProps = {
  /** What stands in place of content that failed to render. */
  failed: (error: unknown) => ReactNode
  /** Another key tries the content again. */
  of?: string
  children: ReactNode
}
type BoundaryState = { error: { thrown: unknown } | null; of: string | undefined }

/** Keeps a failure to render from what is around it. React has no function for that. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, of: this.props.of }

  static getDerivedStateFromError(thrown: unknown): Partial<BoundaryState> {
    return { error: { thrown } }
  }

  static getDerivedStateFromProps({ of }: BoundaryProps, before: BoundaryState): BoundaryState | null {
    return of === before.of ? null : { error: null, of }
  }

  override render(): ReactNode {
    const { failed, children } = this.props
    return this.state.error === null ? children : failed(this.state.error.thrown)
  }
}
