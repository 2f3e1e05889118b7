import { HideMeForm } from './HideMeForm.tsx'
import { HideMeSteps } from './HideMeSteps.tsx'
import { useHideMe } from './use-hide-me.ts'

/** Lets a player have the history hidden or deleted, who proves to be that player by changing the profile icon twice. */
export function HideMe() {
  const { ask, check, request, startOver } = useHideMe()
  return (
    <>
      <p className="mb-4 max-w-prose text-mut">
        Any player can ask not to be shown. To prove that the player is yours, change its profile icon in the game and
        change it back within 15 minutes; no account is needed. Hidden players are left out everywhere; their club
        counts them without a name. Where different wishes for one player are open at once, it is hidden.
      </p>
      {request ? (
        <HideMeSteps
          request={request}
          checking={check.isPending}
          checked={check.isSuccess}
          error={check.error}
          onCheck={() => check.mutate(request.request_id)}
          onStartOver={startOver}
        />
      ) : (
        <HideMeForm onAsk={ask.mutate} busy={ask.isPending} error={ask.error} />
      )}
    </>
  )
}
