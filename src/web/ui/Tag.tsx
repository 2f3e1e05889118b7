import { useState } from 'react'

/** A tag that a click copies. */
export function Tag({ tag, className = '' }: { tag: string; className?: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    const done = await navigator.clipboard?.writeText(tag).then(
      () => true,
      () => false,
    )
    setCopied(done === true)
  }
  return (
    <button
      type="button"
      onClick={copy}
      onBlur={() => setCopied(false)}
      title="Copy tag"
      className={`relative inline-flex items-center gap-1.5 rounded-sm text-mut before:absolute before:-inset-x-2 before:-inset-y-2.5 hover:text-ink ${className}`}
    >
      <span className="sr-only">Copy tag </span>
      <span translate="no">{tag}</span>
      <svg
        viewBox="0 0 16 16"
        className="size-3.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        aria-hidden="true"
      >
        {copied ? (
          <path d="M3 8.5l3.2 3.2L13 4.8" strokeLinecap="round" strokeLinejoin="round" />
        ) : (
          <path d="M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z" strokeLinejoin="round" />
        )}
      </svg>
      <span role="status" className="text-sm text-good empty:hidden">
        {copied ? 'Copied' : ''}
      </span>
    </button>
  )
}
