import type { QueryClient } from '@tanstack/react-query'

/** Takes what the server wrote into the page as `<script type="application/json" id="answers">`: no call is needed for it. */
export function takeFirstAnswers(client: QueryClient, page: Document): void {
  const text = page.getElementById('answers')?.textContent
  if (!text) return
  try {
    for (const [name, input, answer] of JSON.parse(text) as [string, object, unknown][])
      client.setQueryData([name, input], answer)
  } catch {
    // What cannot be read is asked for with calls.
  }
}
