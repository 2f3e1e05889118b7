import { type RefObject, useEffect, useRef } from 'react'

/**
 * Leads the focus through a form in a dialog: to its first empty field when it opens or turns to another mode, and after
 * a refusal to the field at fault or, without one, to the message, which stands in what the second ref is given to.
 */
export function useFormFocus(mode: string, error: string | null) {
  const form = useRef<HTMLFormElement>(null)
  const message = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Named, since nothing in it but its purpose depends on the mode.
    if (mode) firstEmpty(form)?.focus()
  }, [mode])
  useEffect(() => {
    if (error === null) return
    const atFault = form.current?.querySelector<HTMLElement>('[aria-invalid]')
    const to = atFault ?? message.current
    to?.focus()
  }, [error])
  return { form, message }
}

function firstEmpty(form: RefObject<HTMLFormElement | null>): HTMLInputElement | undefined {
  return [...(form.current?.querySelectorAll('input') ?? [])].find(({ value }) => value === '')
}
