import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '#shared/texts.ts'
import { documentTitle, useDocumentTitle } from '#web/app/addresses.ts'
import { useSite } from '#web/app/queries.ts'
import { useSessionStore } from '#web/app/SessionProvider.tsx'
import type { Failure } from '#web/app/session-store.ts'
import { Link } from '#web/router/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Dolphin } from '#web/ui/Dolphin.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Water } from '#web/ui/Water.tsx'
import { LoginFields, type LoginMode, type LoginValues, type Problems, problemsOf } from './LoginFields.tsx'

type Props = { mode: LoginMode; onMode: (mode: LoginMode) => void; onClose: () => void }

const EMPTY: LoginValues = { identifier: '', username: '', email: '', password: '', api_key: '' }

/** Login and registration. Registering logs nobody in: the dialog then switches to login, filled in, for one more press. */
export function LoginDialog({ mode, onMode, onClose }: Props) {
  const form = useLogin({ mode, onMode, onClose })
  const { mail } = useSite()
  const focus = useFormFocus(mode, form.error)
  const registers = mode === 'register'
  useDocumentTitle(documentTitle(t('account.loginOrRegister')), 'dialog')
  return (
    <Dialog
      title={registers ? t('account.signUpTitle') : t('account.loginTitle')}
      picture={<Dolphin />}
      onClose={onClose}
    >
      <div className="relative -mx-5 mb-3 h-3">
        <Water top="-5rem" />
      </div>
      <form ref={focus.form} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        {form.welcome && !registers && <Notice tone="good">{t('account.created')}</Notice>}
        {form.error && (
          <div ref={focus.message} tabIndex={-1} className="outline-none">
            <Notice tone="bad">{form.error}</Notice>
          </div>
        )}
        <LoginFields mode={mode} values={form.values} problems={form.problems} onChange={form.change}>
          {!registers && (
            <Link to="/password" className="link min-h-6" onClick={onClose}>
              {t('account.forgot')}
            </Link>
          )}
        </LoginFields>
        <Button type="submit" busy={form.busy} className="mt-1 w-full">
          {registers ? t('account.signUp') : t('account.login')}
        </Button>
        {registers && <p className="text-sm text-mut">{mail ? t('account.withMail') : t('account.withoutMail')}</p>}
      </form>
      <p className="mt-4 text-center text-mut">
        {registers ? t('account.hasAccount') : t('account.hasNone')}{' '}
        <button type="button" className="link min-h-6 font-semibold" onClick={form.switchMode}>
          {registers ? t('account.login') : t('account.signUp')}
        </button>
      </p>
    </Dialog>
  )
}

function useLogin({ mode, onMode, onClose }: Props) {
  const session = useSessionStore()
  const [values, setValues] = useState(EMPTY)
  const [problems, setProblems] = useState<Problems>({})
  const [error, setError] = useState<string | null>(null)
  const [welcome, setWelcome] = useState(false)
  const [busy, setBusy] = useState(false)

  const change = (field: keyof LoginValues, value: string) => {
    setValues({ ...values, [field]: value })
    setProblems({ ...problems, [field]: undefined })
  }
  const settle = (failure: Failure) => {
    setBusy(false)
    setError(failure?.error ?? null)
    setProblems(failure?.fields ?? {})
    if (failure) return
    if (mode === 'login') return onClose()
    setWelcome(true)
    setValues({ ...EMPTY, identifier: values.username, password: values.password })
    onMode('login')
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = problemsOf(mode, values)
    setProblems(found)
    setWelcome(false)
    const [first] = Object.keys(found)
    if (first) return focusField(event.currentTarget, first)
    setBusy(true)
    setError(null)
    const { identifier, username, email, password, api_key } = values
    const done =
      mode === 'login'
        ? session.login({ identifier: identifier.trim(), password })
        : session.register({ username, email: email.trim(), password, api_key: api_key.trim() })
    void done.then(settle)
  }
  const switchMode = () => {
    setProblems({})
    setError(null)
    setWelcome(false)
    onMode(mode === 'login' ? 'register' : 'login')
  }
  return { values, problems, error, welcome, busy, change, submit, switchMode }
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}

/**
 * Moves the focus in the form: to the first field to fill in when the dialog opens or switches its mode; after a refusal to
 * the field that is wrong, or to the message when no field is. Give `message` to the element around the message.
 */
function useFormFocus(mode: string, error: string | null) {
  const form = useRef<HTMLFormElement>(null)
  const message = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Reads `mode` because the effect must run again when the mode changes.
    if (mode) firstToFill(form)?.focus()
  }, [mode])
  useEffect(() => {
    if (error === null) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid]')
    const target = wrong ?? message.current
    target?.focus()
  }, [error])
  return { form, message }
}

/** The first empty field; the password when all are filled in, as after registering. */
function firstToFill({ current: form }: RefObject<HTMLFormElement | null>): HTMLInputElement | undefined {
  const fields = [...(form?.querySelectorAll('input') ?? [])]
  return fields.find(({ value }) => value === '') ?? fields.find(({ type }) => type === 'password')
}
