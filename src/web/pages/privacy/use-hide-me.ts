import { useMutation } from '@tanstack/react-query'
import { type Answer, type CallArguments, call } from '../../api/client.ts'

export type PrivacyRequest = Answer<'POST /api/privacy/requests'>
export type Asked = NonNullable<CallArguments<'POST /api/privacy/requests'>[0]>['body']

/** A request from asking to its end. */
export function useHideMe() {
  const ask = useMutation({ mutationFn: (body: Asked) => call('POST /api/privacy/requests', { body }) })
  const check = useMutation({
    mutationFn: (request_id: string) =>
      call('POST /api/privacy/requests/{request_id}/check', { params: { request_id } }),
  })
  const request: PrivacyRequest | undefined = ask.data && (check.data ?? ask.data)
  const startOver = () => {
    ask.reset()
    check.reset()
  }
  return { ask, check, request, startOver }
}
