import { Dolphin } from '../../chrome/Dolphin.tsx'
import { ExampleTags } from '../../chrome/ExampleTags.tsx'
import { useDialogs } from '../../chrome/use-dialogs.ts'
import { Button } from '../../ui/Button.tsx'

/** Welcomes guests, lets them try a tag, and says what an account brings. */
export function GuestSplash() {
  const open = useDialogs()
  return (
    <section className="mx-auto flex max-w-xl flex-col items-center gap-5 py-10 text-center">
      <Dolphin className="h-28 w-32" />
      <h1 className="text-hero font-extrabold text-balance">Welcome aboard</h1>
      <p className="text-lg text-mut">
        Your dashboard keeps your latest searches at hand and lifts the limit on them. All it takes is a free account.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => open('register')}>Sign Up</Button>
        <Button variant="outline" onClick={() => open('login')}>
          Login
        </Button>
      </div>
      <ExampleTags />
    </section>
  )
}
